import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { valuationIn } from '#lib/valuation.ts';
import { useValuation } from '#realtime/use-valuation.ts';
import { Card } from '#ui/card.tsx';
import form from '#ui/form.module.css';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Worth } from '#ui/worth.tsx';
import type { Overview } from '../api/referral.ts';
import { hasSecondLevel } from '../model/figures.ts';
import { MaskedName } from './masked-name.tsx';
import styles from './summary.module.css';

const MASK = '••••';

/** Totals of inviting: earned, pending, number of friends, share of fees, and rank. */
export function Summary({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation('referral');
  const { hideBalances } = useSettings();
  const usdt = (value: string | null) =>
    hideBalances ? MASK : `${formatDecimal(value, { decimals: 6, minDecimals: 2 })} USDT`;
  const valuation = useValuation();
  // The sum itself is in USDT.
  const second = valuation.code === 'USDT' ? valuationIn('BTC', null) : valuation;
  const { ratios } = overview;
  return (
    <Card className="stack-4">
      <div>
        <div className="soft text-13">{t('summary.earned')}</div>
        <div className="figure" data-testid="referral-earned">
          {usdt(overview.earned_usdt)}
        </div>
        <div className={styles['quiet']}>
          {overview.earned_usdt === null ? (
            t('summary.noPrice')
          ) : hideBalances ? (
            MASK
          ) : (
            <Worth
              value={second.base === 'USDT' ? overview.earned_usdt : overview.earned_btc}
              valuation={second}
            />
          )}
        </div>
      </div>
      <dl className={styles['figures']}>
        <Figure
          label={t('summary.pending')}
          note={t('summary.settles', { time: formatDate(overview.settles_at_ms, 'minute') })}
        >
          {usdt(overview.pending_usdt)}
        </Figure>
        <Figure label={t('summary.settled')}>{usdt(overview.settled_usdt)}</Figure>
        <Figure
          label={t('summary.promoted')}
          note={
            overview.promoted_second > 0
              ? t('summary.second', { count: overview.promoted_second })
              : undefined
          }
        >
          {formatDecimal(String(overview.promoted))}
        </Figure>
        <Figure
          label={t('summary.ratio')}
          note={
            hasSecondLevel(overview)
              ? t('summary.ratioSecond', { percent: formatDecimal(ratios.second_percent) })
              : undefined
          }
        >
          {formatDecimal(ratios.first_percent)}%
        </Figure>
        <Figure label={t('summary.rank')}>
          {overview.rank === null ? t('summary.noRank') : t('top.rank', { rank: overview.rank })}
        </Figure>
        <Figure label={t('summary.account')}>
          <MaskedName>{overview.account}</MaskedName>
        </Figure>
      </dl>
      <State overview={overview} />
    </Card>
  );
}

function Figure({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note?: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note === undefined ? null : <dd className={styles['quiet']}>{note}</dd>}
    </div>
  );
}

/** Notices: rebates stopped, frozen, or about to change. */
function State({ overview: { earning, frozen, announced } }: { readonly overview: Overview }) {
  const { t } = useTranslation('referral');
  return (
    <>
      {earning ? null : <p className={form['warning']}>{t('state.stopped')}</p>}
      {frozen ? <p className={form['warning']}>{t('state.frozen')}</p> : null}
      {announced === null ? null : (
        <p className="note">
          {t('state.announced', {
            date: formatDate(announced.effective_at_ms, 'dayMinute'),
            first: formatDecimal(announced.first_percent),
            second: formatDecimal(announced.second_percent),
          })}
        </p>
      )}
    </>
  );
}
