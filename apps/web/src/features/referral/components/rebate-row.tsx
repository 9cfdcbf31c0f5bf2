import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Row } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { StatePill } from '#ui/state-pill.tsx';
import type { Rebate, RebateOf } from '../api/referral.ts';
import { utcDay } from '../model/utc-day.ts';
import { MaskedName } from './masked-name.tsx';
import { RebateAmounts, useExact } from './rebate-amounts.tsx';
import styles from './lists.module.css';

/** One rebate or a sum of several. A fill opens its details; a payment links to the account it went to. */
export function RebateRow({
  rebate,
  onOpen,
}: {
  readonly rebate: Rebate;
  readonly onOpen: (fill: RebateOf<'fill'>) => void;
}) {
  const { t } = useTranslation('referral');
  const exact = useExact();
  switch (rebate.kind) {
    case 'fill':
      return <FillRow fill={rebate} onOpen={onOpen} />;
    case 'day':
      return (
        <Row
          title={utcDay(rebate.day_ms)}
          detail={t('rebates.sum', { fills: rebate.fills, people: rebate.people })}
          value={<RebateAmounts amounts={rebate.amounts} valueUsdt={rebate.value_usdt} />}
        />
      );
    case 'person':
      return (
        <Row
          title={<MaskedName>{rebate.person}</MaskedName>}
          detail={t('rebates.lastDay', { fills: rebate.fills, day: utcDay(rebate.last_day_ms) })}
          value={<RebateAmounts amounts={rebate.amounts} valueUsdt={rebate.value_usdt} />}
        />
      );
    case 'settlement':
      return (
        <Row
          to={paths.records.getHref({ account: 'spot' })}
          title={formatDate(rebate.at_ms, 'dayMinute')}
          detail={t('rebates.until', { time: formatDate(rebate.until_ms, 'minute') })}
          value={
            <span className="break-anywhere bright weight-600">{exact(rebate.amount, rebate.currency)}</span>
          }
        />
      );
    default:
      rebate satisfies never;
      return null;
  }
}

function FillRow({
  fill,
  onOpen,
}: {
  readonly fill: RebateOf<'fill'>;
  readonly onOpen: (fill: RebateOf<'fill'>) => void;
}) {
  const { t } = useTranslation('referral');
  const exact = useExact();
  const { amount, currency, fee, ratio_percent, settled } = fill;
  return (
    <Row
      onClick={() => onOpen(fill)}
      title={<MaskedName>{fill.person}</MaskedName>}
      detail={
        <>
          <span className="block">
            {t('rebates.ofFee', { percent: formatDecimal(ratio_percent), fee: exact(fee, currency) })}
          </span>
          <span className="block">{formatDate(fill.at_ms, 'dayMinute')}</span>
        </>
      }
      value={
        <span className={styles['amounts']}>
          <span className="break-anywhere bright weight-600">{exact(amount, currency)}</span>
          <StatePill tone={settled ? 'good' : 'wait'}>
            {settled ? t('summary.settled') : t('summary.pending')}
          </StatePill>
        </span>
      }
    />
  );
}
