import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { AgreementSheet } from '#features/agreement/components/agreement-sheet.tsx';
import { useTrustConfig } from '#features/trust/api/trust.ts';
import { LimitStrip } from '#features/limit/components/limit-strip.tsx';
import { PurchaseForm } from '#features/trust/components/purchase-form.tsx';
import { ReserveCard } from '#features/trust/components/reserve-card.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Buys the product given in the address, otherwise the first open one. */
export function Page() {
  const { t } = useTranslation('trust');
  const goOn = useGoOn();
  const [query] = useSearchParams();
  const { data, error, refetch } = useTrustConfig();
  const [reading, setReading] = useState(false);
  const asked = query.get('product');
  const product =
    asked === null
      ? data?.products.find(({ state }) => state === 'open')
      : data?.products.find(({ product_id: id }) => String(id) === asked);
  const reserve = data?.reserves.find(({ currency }) => currency.id === product?.currency.id);
  const title =
    product === undefined
      ? t('buy.title')
      : `${product.currency.code} · ${t('product.days', { count: product.cycle_days })}`;
  return (
    <Frame title={title} width="narrow">
      {data === undefined ? (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={420} radius={14} />} />
      ) : product === undefined ? (
        <EmptyState title={t('buy.unknown')} to={paths.trustProducts.getHref()} go={t('go.products')} />
      ) : (
        <div className="stack-4 cols-1">
          <LimitStrip to={paths.limits.getHref()} />
          <PurchaseForm
            key={product.product_id}
            product={product}
            onReadAgreement={() => setReading(true)}
            onBought={() => {
              showToast(t('buy.done'), 'good');
              goOn(paths.trustOrders.getHref(), { replace: true });
            }}
          />
          {reserve ? <ReserveCard reserves={[reserve]} /> : null}
          {reading ? <AgreementSheet onClose={() => setReading(false)} /> : null}
        </div>
      )}
    </Frame>
  );
}
