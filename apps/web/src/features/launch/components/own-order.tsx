import type { WireLaunchOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal, formatPercent, signOf, UNKNOWN } from '#ui/format.ts';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import { amountsText } from '../model/amounts.ts';

const TONES: Readonly<Record<WireLaunchOrder['state'], StateTone>> = {
  under_review: 'wait',
  passed: 'good',
  returned: 'quiet',
};

export function StateOfOrder({ state }: Pick<WireLaunchOrder, 'state'>) {
  const { t } = useTranslation('launch');
  return <StatePill tone={TONES[state]}>{t(`order.${state}`)}</StatePill>;
}

/** Signed and coloured; a dash while unknown. */
function Gain({ value, unit }: { readonly value: string | null; readonly unit: string }) {
  const sign = signOf(value);
  if (value === null) return <>{UNKNOWN}</>;
  return (
    <span className={cx(sign === 1 && 'up', sign === -1 && 'down')}>
      {formatDecimal(value, { sign: 'always' })} {unit}
    </span>
  );
}

/** The result of the customer's commitment, and its worth. */
export function OrderFigures({
  order,
  ifClosedNow,
  className,
}: {
  readonly order: WireLaunchOrder;
  /** Before the close: the least it would get if the offer closed now. */
  readonly ifClosedNow?: string | undefined;
  readonly className?: string | undefined;
}) {
  const { t } = useTranslation('launch');
  const { code, quote_code: quote } = order;
  const units = (value: string | null): string =>
    value === null ? UNKNOWN : `${formatDecimal(value)} ${code}`;
  return (
    <KeyValues className={className}>
      <KeyValue label={t('order.committed')}>{amountsText(order.committed)}</KeyValue>
      {order.committed.length === 1 && order.committed[0]?.code === quote ? null : (
        <KeyValue label={t('order.value')}>
          {formatDecimal(order.value)} {quote}
        </KeyValue>
      )}
      {ifClosedNow === undefined ? (
        <KeyValue label={t('order.allocated')} strong>
          {units(order.allocated)}
        </KeyValue>
      ) : (
        <KeyValue label={t('buy.now')} strong>
          {t('buy.atLeast', { amount: units(ifClosedNow) })}
        </KeyValue>
      )}
      {order.spent.length === 0 ? null : (
        <KeyValue label={t('order.spent')}>{amountsText(order.spent)}</KeyValue>
      )}
      {order.refunded.length === 0 ? null : (
        <KeyValue label={t('order.refunded')}>{amountsText(order.refunded)}</KeyValue>
      )}
      {order.state === 'passed' ? (
        <>
          <KeyValue label={t('order.released')}>{units(order.released)}</KeyValue>
          <KeyValue label={t('order.locked')}>{units(order.locked)}</KeyValue>
          {order.next_release === null ? null : (
            <KeyValue label={t('order.next')}>
              {units(order.next_release.amount)} · {formatDate(order.next_release.at_ms, 'dayMinute')}
            </KeyValue>
          )}
        </>
      ) : null}
      {order.state === 'returned' ? null : <Returns order={order} />}
    </KeyValues>
  );
}

/** The order's gain at the market price, and the time of its last release. */
function Returns({ order }: { readonly order: WireLaunchOrder }) {
  const { t } = useTranslation('launch');
  const sign = signOf(order.total_return_percent);
  return (
    <>
      {order.state === 'passed' ? (
        <>
          <KeyValue label={t('order.expected')}>
            <Gain value={order.expected_gross_return} unit={order.quote_code} />
          </KeyValue>
          <KeyValue label={t('order.accumulated')}>
            <Gain value={order.accumulated_return} unit={order.quote_code} />
          </KeyValue>
          <KeyValue label={t('order.rate')}>
            <span className={cx(sign === 1 && 'up', sign === -1 && 'down')}>
              {formatPercent(order.total_return_percent)}
            </span>
          </KeyValue>
        </>
      ) : null}
      <KeyValue label={t('order.completes')}>{formatDate(order.completes_at_ms, 'dateTime')}</KeyValue>
    </>
  );
}

/** A short form for lists. */
export function OrderSummary({ order }: { readonly order: WireLaunchOrder }) {
  const { t } = useTranslation('launch');
  return (
    <KeyValues>
      <KeyValue label={t('order.committed')}>{amountsText(order.committed)}</KeyValue>
      {order.state === 'passed' ? (
        <KeyValue label={t('order.allocated')} strong>
          {formatDecimal(order.allocated)} {order.code}
        </KeyValue>
      ) : null}
      {order.state === 'returned' ? (
        <KeyValue label={t('order.refunded')}>{amountsText(order.refunded)}</KeyValue>
      ) : (
        <Returns order={order} />
      )}
    </KeyValues>
  );
}
