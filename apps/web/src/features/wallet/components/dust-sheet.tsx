import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { WireConversion } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { Button } from '#ui/button.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDecimal, UNKNOWN } from '#ui/format.ts';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, Pending, SkeletonRows } from '#ui/states.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { FormError } from '#ui/form-error.tsx';
import { useDust, type DustQuote } from '../api/convert.ts';
import { ConversionResult } from './conversion-result.tsx';
import { amountText } from './convert-quote.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import styles from './dust-sheet.module.css';
import { useAcceptQuote } from './use-accept-quote.ts';
import { exact } from './exact.ts';

function DustItem({
  item,
  checked,
  onChange,
}: {
  readonly item: DustQuote['items'][number];
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <li className={styles['item']}>
      <Checkbox checked={checked} onChange={onChange}>
        <span className={styles['name']}>
          <CoinIcon symbol={item.currency} size={24} />
          {item.currency}
        </span>
      </Checkbox>
      <span className={styles['figures']}>
        <span>{exact(item.amount)}</span>
        <span className="quiet text-12">≈ {exact(item.receive)} USDT</span>
      </span>
    </li>
  );
}

/** Sells all or some balances that are too small for an order to the exchange, at the quote shown. */
export function DustSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('convert');
  /** Undefined means all. */
  const [chosen, setChosen] = useState<readonly number[]>();
  const [done, setDone] = useState<WireConversion>();
  const none = chosen?.length === 0;
  const { data, error: listError, isPlaceholderData, refetch } = useDust(true, none ? undefined : chosen);
  const offer = none ? null : data?.chosen;
  const seconds = useCountdown(isPlaceholderData ? undefined : offer?.expires_at_ms);
  const { busy, error, unsure, submit, clearError } = useAcceptQuote('dust', setDone);
  // A retry repeats the first request, even without a current offer.
  const send = () =>
    submit({ wish: chosen?.toSorted((a, b) => a - b).join(',') ?? 'all', quote: offer?.quote ?? '' });
  if (done) return <ConversionResult conversion={done} onClose={onClose} />;

  const all = data?.items.map(item => item.currency_id) ?? [];
  const isChosen = (id: number) => chosen?.includes(id) ?? true;
  const choose = (ids: readonly number[]) => {
    clearError();
    setChosen(ids.length === all.length ? undefined : ids);
  };
  const toggle = (id: number, on: boolean) => choose(all.filter(one => (one === id ? on : isChosen(one))));
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('dust.title')}
      footer={
        data && data.items.length > 0 ? (
          <Button
            block
            busy={busy}
            disabled={!unsure && (!offer || seconds === 0)}
            onClick={() => void send()}
          >
            {t(unsure ? 'again' : 'dust.submit')}
          </Button>
        ) : undefined
      }
    >
      {!data ? (
        <Pending error={listError} onRetry={refetch} shape={<SkeletonRows count={3} />} />
      ) : data.items.length === 0 ? (
        <EmptyState icon={<Sparkles size={26} strokeWidth={1.6} />} title={t('dust.none')}>
          {t('dust.noneText', { most: amountText(data.most) })}
        </EmptyState>
      ) : (
        <>
          <Checkbox checked={chosen === undefined} onChange={on => choose(on ? all : [])}>
            {t('dust.all')}
          </Checkbox>
          <ul className={styles['list']}>
            {data.items.map(item => (
              <DustItem
                key={item.currency_id}
                item={item}
                checked={isChosen(item.currency_id)}
                onChange={on => toggle(item.currency_id, on)}
              />
            ))}
          </ul>
          <div className={styles['total']}>
            <p className={styles['sum']}>
              <span className="quiet text-12">{t('dust.total')}</span>
              <output>{offer ? amountText(offer.receive) : UNKNOWN}</output>
              {offer ? (
                <span className="quiet text-12">{t('dust.least', { amount: amountText(offer.least) })}</span>
              ) : null}
            </p>
            {offer ? (
              <CountdownRing
                seconds={seconds}
                total={Math.ceil(offer.holds_ms / 1000)}
                label={t('quote.holds', { seconds })}
              />
            ) : null}
          </div>
          <FormError error={error} unsure={unsure && t('unsure')} className={styles['error']} />
          <p className="note mt-3">
            {t('dust.text', {
              percent: `${formatDecimal(data.spread_percent)}%`,
              most: amountText(data.most),
              left: amountText(data.left),
            })}
          </p>
        </>
      )}
    </Sheet>
  );
}
