import type { WireTrustProduct } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useServerNow } from '#realtime/use-server-now.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { formatDate, formatDecimal, UNKNOWN } from '#ui/format.ts';
import { momentsOf, promiseView } from '../model/exits.ts';

/** The expected result of a purchase. */
export function PromiseFigures({
  product,
  principalMinor,
}: {
  readonly product: WireTrustProduct;
  readonly principalMinor: bigint | undefined;
}) {
  const { t } = useTranslation('trust');
  const view = principalMinor === undefined ? undefined : promiseView(product, principalMinor);
  const moments = momentsOf(product, useServerNow(1_000));
  const money = (value: string | undefined) =>
    value === undefined ? UNKNOWN : `${formatDecimal(value)} ${product.currency.code}`;
  return (
    <KeyValues className="sums">
      <KeyValue label={t('buy.daily')}>{money(view?.daily)}</KeyValue>
      <KeyValue label={t('buy.promised')}>{money(view?.promised)}</KeyValue>
      <KeyValue label={t('buy.starts')}>{formatDate(moments.startsAtMs, 'dayMinute')}</KeyValue>
      <KeyValue label={t('buy.first')}>{formatDate(moments.firstPaymentAtMs, 'dayMinute')}</KeyValue>
      <KeyValue label={t('buy.completes')}>{formatDate(moments.completesAtMs, 'dayMinute')}</KeyValue>
      <KeyValue label={t('buy.back')} strong>
        {money(view?.back)}
      </KeyValue>
    </KeyValues>
  );
}
