import { useState } from 'react';
import type { WireTrustOrder } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { FormError } from '#ui/form-error.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { redeemTrust, useRedeemQuote } from '../api/trust.ts';

// A retry keeps the penalty of the first try, even if a new day's penalty differs.
const redeeming = defineIdempotentCall('POST lh/deposit/order/cancel', redeemTrust, ({ orderId }) => orderId);

/** Shows the penalty twice: first its calculation, then its amount in the confirmation. */
export function RedeemSheet({
  order,
  onRedeemed,
  onClose,
}: {
  readonly order: WireTrustOrder;
  readonly onRedeemed: (order: WireTrustOrder) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('trust');
  const { data: quote, error: failed, refetch } = useRedeemQuote(order.order_id);
  const [sure, setSure] = useState(false);
  const penalty = quote?.exit.penalty ?? '0';
  const { busy, error, submit } = useSubmit(redeeming, { onDone: onRedeemed });
  const currency = order.currency.code;
  const named = { amount: formatDecimal(penalty), currency };
  if (!quote) {
    return (
      <Sheet open onClose={onClose} title={t('redeem.title')}>
        <Pending error={failed} onRetry={refetch} shape={<Skeleton height={220} />} />
      </Sheet>
    );
  }
  const { exit, unearned, valid_until_ms: untilMs } = quote;
  if (sure) {
    return (
      <Sheet open onClose={onClose} title={t('redeem.sure', named)}>
        <div className="stack-4 cols-1">
          <p>
            {t('redeem.sureText', {
              returned: formatDecimal(exit.returned),
              principal: formatDecimal(order.amount),
              currency,
            })}
          </p>
          <FormError error={error} />
          <Button
            tone="danger"
            block
            busy={busy}
            onClick={() => void submit({ orderId: order.order_id, penalty })}
          >
            {t('redeem.confirm')}
          </Button>
          <Button tone="quiet" block onClick={onClose}>
            {t('redeem.keep')}
          </Button>
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet open onClose={onClose} title={t('redeem.title')}>
      <div className="stack-4 cols-1">
        <p>
          {t('redeem.text', { count: exit.remaining_days, percent: formatDecimal(order.penalty_percent) })}
        </p>
        <KeyValues className="sums">
          <KeyValue label={t('buy.amount')}>
            {formatDecimal(order.amount)} {currency}
          </KeyValue>
          <KeyValue label={t('exit.penalty')} strong>
            <span className="down">
              −{named.amount} {currency}
            </span>
          </KeyValue>
          <KeyValue label={t('exit.returned')} strong>
            {formatDecimal(exit.returned)} {currency}
          </KeyValue>
          <KeyValue label={t('exit.interest')}>
            {formatDecimal(exit.interest)} {currency}
          </KeyValue>
          <KeyValue label={t('redeem.givenUp')}>
            {formatDecimal(unearned)} {currency}
          </KeyValue>
        </KeyValues>
        <p className="note">{t('redeem.valid', { date: formatDate(untilMs, 'dayMinute') })}</p>
        <Button tone="danger" block onClick={() => setSure(true)}>
          {t('redeem.go', named)}
        </Button>
        <Button tone="quiet" block onClick={onClose}>
          {t('redeem.keep')}
        </Button>
      </div>
    </Sheet>
  );
}
