import { ChevronRight, Download, ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { WireOption } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CopyBox } from '#ui/copy-box.tsx';
import { formatAmount, formatDate, formatDecimal, UNKNOWN } from '#ui/format.ts';
import { formatDuration } from '#ui/format-time.ts';
import { showRefusal } from '#ui/toast.ts';
import { saveReceipt } from '../api/save-receipt.ts';
import { formatIndex } from '../model/index-price.ts';
import { verdictOf } from '../model/standing.ts';
import { asPercent, neededPercent } from '../model/ticket.ts';
import { PracticeMark } from './mode-switch.tsx';
import styles from './option-receipt.module.css';
import { ReplaySection } from './replay-section.tsx';
import { useVerdictText } from './result-card.tsx';
import { useTimeText } from './time-choice.tsx';

function Head({ option }: { readonly option: WireOption }) {
  const { t } = useTranslation('option');
  const verdictText = useVerdictText();
  const timeText = useTimeText();
  const verdict = verdictOf(option);
  const nowMs = useServerNow(verdict ? undefined : 500);
  return (
    <section className={styles['head']} data-verdict={verdict}>
      <p className={styles['what']}>
        <span className={option.direction === 'rise' ? 'up' : 'down'}>
          {t(`direction.${option.direction}`)}
        </span>
        {option.symbol} · {timeText(option.seconds)}
        {option.practice ? <PracticeMark /> : null}
      </p>
      <p className={styles['verdict']}>
        {verdict ? t(`result.${verdict}`) : formatDuration(option.delivery_at_ms - nowMs)}
      </p>
      <p className={styles['quiet']}>
        {verdict
          ? verdictText(option, verdict)
          : t('running.rule', { time: formatDate(option.delivery_at_ms, 'time') })}
      </p>
      {option.practice ? <p className={styles['quiet']}>{t('detail.practice')}</p> : null}
    </section>
  );
}

/** Link to a price of the log with its sources, hash and signature. */
type TickHref = (number: number) => string;

function Tick({
  label,
  rule,
  tick,
  priceDecimals,
  isDone,
  tickHref,
}: {
  readonly label: string;
  readonly rule: string;
  readonly tick: WireOption['entry'];
  readonly priceDecimals: number;
  readonly isDone: boolean;
  readonly tickHref: TickHref;
}) {
  const { t } = useTranslation('option');
  return (
    <div className={styles['tick']}>
      <span className={styles['quiet']}>{label}</span>
      <b className={styles['price']}>{tick ? formatIndex(tick.price, priceDecimals) : UNKNOWN}</b>
      {tick ? (
        <Link to={tickHref(tick.tick)} className={styles['log']} title={t('price.see')}>
          {t('detail.tickAt', { number: tick.tick, time: formatDate(tick.at_ms, 'time') })}
          <ChevronRight size={14} aria-hidden="true" />
        </Link>
      ) : (
        <span className={styles['quiet']}>{isDone ? t('detail.noTick') : rule}</span>
      )}
    </div>
  );
}

/** All facts that decided an option's result, with links to verify it. */
export function OptionReceipt({
  option,
  priceDecimals,
  proofHref,
  tickHref,
  backHref,
}: {
  readonly option: WireOption;
  readonly priceDecimals: number;
  readonly proofHref: string;
  readonly tickHref: TickHref;
  readonly backHref: string;
}) {
  const { t } = useTranslation('option');
  const isDone = option.state === 'settled';
  const save = async () => {
    try {
      await saveReceipt(option.receipt);
    } catch (error) {
      showRefusal(error);
    }
  };
  const amount = (value: string | null) => `${formatAmount(value)} ${option.currency}`;
  const percent = (share: string) => `${formatDecimal(asPercent(share), { decimals: 2 })}%`;
  return (
    <div className="stack-3 cols-1">
      <Head option={option} />
      <div className={cx(styles['ticks'], 'raised')}>
        <Tick
          label={t('detail.entry')}
          rule={t('confirm.entryText')}
          tick={option.entry}
          priceDecimals={priceDecimals}
          isDone={isDone || option.state === 'running'}
          tickHref={tickHref}
        />
        <Tick
          label={t('detail.exit')}
          rule={t('confirm.exitText')}
          tick={option.exit}
          priceDecimals={priceDecimals}
          isDone={isDone}
          tickHref={tickHref}
        />
      </div>
      {isDone ? (
        <ButtonLink block to={proofHref} icon={<ShieldCheck size={18} aria-hidden="true" />}>
          {t('detail.proof')}
        </ButtonLink>
      ) : null}
      {isDone ? <p className={styles['under']}>{t('detail.proofText')}</p> : null}
      {isDone ? <ReplaySection option={option} priceDecimals={priceDecimals} /> : null}
      <Card className="stack-2 cols-1">
        <h2 className="text-14">{t('detail.terms')}</h2>
        <KeyValues>
          <KeyValue label={t('detail.stake')}>{amount(option.stake)}</KeyValue>
          <KeyValue label={t('detail.rate')}>{percent(option.payout_rate)}</KeyValue>
          <KeyValue label={t('detail.payout')}>{amount(option.possible_payout)}</KeyValue>
          <KeyValue label={t('ticket.needed')}>
            {formatDecimal(neededPercent(option.break_even_chance))}%
          </KeyValue>
          <KeyValue label={t('detail.bought')}>{formatDate(option.bought_at_ms)}</KeyValue>
          <KeyValue label={t('detail.ends')}>{formatDate(option.delivery_at_ms)}</KeyValue>
        </KeyValues>
        <p className="soft text-12 leading-17">{t('ticket.tie')}</p>
      </Card>
      {isDone ? (
        <Card className="stack-2 cols-1">
          <h2 className="text-14">{t('detail.outcome')}</h2>
          <KeyValues>
            <KeyValue label={t('detail.settled')}>{formatDate(option.settled_at_ms)}</KeyValue>
            <KeyValue label={t('detail.received')}>{amount(option.payout)}</KeyValue>
            <KeyValue label={t('detail.profit')} strong>
              {formatDecimal(option.profit_loss, { sign: 'always', minDecimals: 2 })} {option.currency}
            </KeyValue>
          </KeyValues>
        </Card>
      ) : null}
      <Card className="stack-2 cols-1">
        <h2 className="text-14">{t('detail.head')}</h2>
        <p className="soft text-12 leading-17">
          {t('detail.headText', { number: option.receipt.chain_head.number })}
        </p>
        <CopyBox
          label={t('detail.hash', { number: option.receipt.chain_head.number })}
          text={option.receipt.chain_head.hash}
        />
        <Button
          tone="quiet"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => void save()}
        >
          {t('detail.receipt')}
        </Button>
      </Card>
      <ButtonLink tone="plain" to={backHref}>
        {t('detail.again')}
      </ButtonLink>
    </div>
  );
}
