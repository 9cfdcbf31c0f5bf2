import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { openCheckpoint } from '@tallystick/verify/checkpoint';
import { includes } from '@tallystick/verify/evidence';
import { hashTick } from '@tallystick/verify/price-log';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { CopyBox } from '#ui/copy-box.tsx';
import { TextField } from '#ui/field.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Pending, Skeleton } from '#ui/states.tsx';
import { tickQuery, type LogHead } from '../api/price-log.ts';
import { priceOfE8 } from '../model/price.ts';
import styles from './log-view.module.css';

const MAX_DIGITS = 15;

type Symbols = ReadonlyMap<number, string>;

function Mark({ good, text }: { readonly good: boolean; readonly text: string }) {
  const Icon = good ? Check : X;
  return (
    <p className={styles['mark']} data-good={good}>
      <Icon size={16} strokeWidth={2.6} aria-hidden="true" /> <span>{text}</span>
    </p>
  );
}

function Tick({
  number,
  head: newest,
  symbols,
}: {
  readonly number: number;
  /** Number of the newest tick. */
  readonly head: LogHead;
  readonly symbols: Symbols;
}) {
  const { t } = useTranslation('prices');
  // Keeps the first head that covers the tick: a newer one proves no more and would only reload the result.
  const [head, setHead] = useState(newest);
  if (head !== newest && (head.checkpoint?.size ?? 0) < number) setHead(newest);
  const { data, error, refetch } = useQuery(tickQuery(number, head.checkpoint?.size ?? 0));
  if (error || data === undefined)
    return <Pending error={error} onRetry={refetch} shape={<Skeleton height={220} radius={14} />} />;
  const shown = formatDecimal(String(number));
  if (data === null) return <p className={styles['text']}>{t('find.missing', { number: shown })}</p>;
  const { tick, previousHash, inclusion } = data;
  const fits = hashTick(previousHash, tick) === tick.hash;
  const keys = head.log.keys.map(key => ({ name: head.log.origin, publicKey: key.public_key }));
  const opened = head.checkpoint === null ? null : openCheckpoint(head.checkpoint.note, keys);
  const isIncluded =
    inclusion !== null && opened?.ok === true && includes(opened.checkpoint, tick, inclusion);
  return (
    <section className={styles['part']} aria-label={t('find.tick', { number: shown })}>
      <h3 className={styles['symbol']}>{symbols.get(tick.market_id) ?? `#${tick.market_id}`}</h3>
      <KeyValues>
        <KeyValue label={t('find.price')} strong>
          {priceOfE8(tick.price_e8)}
        </KeyValue>
        <KeyValue label={t('find.time')}>{formatDate(tick.at_ms)}</KeyValue>
        {tick.sources.map(({ name, price_e8: priceE8 }) => (
          <KeyValue key={name} label={t('find.source', { name })}>
            {priceOfE8(priceE8)}
          </KeyValue>
        ))}
      </KeyValues>
      <Mark good={fits} text={fits ? t('find.chained') : t('find.broken')} />
      {inclusion === null ? (
        <p className={styles['text']}>{t('find.unsigned')}</p>
      ) : (
        <Mark
          good={isIncluded}
          text={
            isIncluded
              ? t('find.signed', { size: formatDecimal(String(head.checkpoint?.size ?? 0)) })
              : t('problem.not_included')
          }
        />
      )}
      <CopyBox label={t('find.hash')} text={tick.hash} />
    </section>
  );
}

/** Finds a price of the log by its number and verifies it. */
export function FindTick({
  head,
  symbols,
  first,
}: {
  readonly head: LogHead;
  readonly symbols: Symbols;
  /** The tick shown before anything is typed. */
  readonly first?: number;
}) {
  const { t } = useTranslation('prices');
  const [typed, setTyped] = useState(String(first ?? ''));
  const [number, setNumber] = useState(first);
  const isNumber = /^[1-9]\d*$/.test(typed);
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (isNumber) setNumber(parseInt(typed, 10));
  };
  const newest = head.log.newest_tick;
  return (
    <Card className={styles['part']}>
      <h2 className={styles['heading']}>{t('find.title')}</h2>
      <form className="stack-3" onSubmit={find}>
        <TextField
          label={t('find.label')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          maxLength={MAX_DIGITS}
          onChange={text => setTyped(text.replace(/\D/g, ''))}
        />
        <div className="flex-2 wrap">
          <Button type="submit" tone="quiet" size="small" disabled={!isNumber}>
            {t('find.find')}
          </Button>
          <Button
            tone="plain"
            size="small"
            disabled={newest === 0}
            onClick={() => {
              setTyped(String(newest));
              setNumber(newest);
            }}
          >
            {t('find.newest')}
          </Button>
        </div>
      </form>
      {number === undefined ? null : <Tick key={number} number={number} head={head} symbols={symbols} />}
    </Card>
  );
}
