import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useGoOn } from '#lib/use-go-on.ts';
import { useOffer } from '#features/launch/api/launch.ts';
import { OfferCard } from '#features/launch/components/offer-card.tsx';
import { LimitStrip } from '#features/limit/components/limit-strip.tsx';
import { PurchaseForm } from '#features/launch/components/purchase-form.tsx';
import { offerIdOf } from '#features/launch/model/offer-id.ts';
import { refreshWallet, useLiveBalances, useWallet } from '#features/wallet/api/use-wallet.ts';
import { balanceOf } from '#features/wallet/model/wallet.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ApiError } from '#lib/errors.ts';
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';

/** Subscribes to an open offer. */
export function Page() {
  const { t } = useTranslation('launch');
  const [query] = useSearchParams();
  const offerId = offerIdOf(query.get('id'));
  const goOn = useGoOn();
  const client = useQueryClient();
  useLiveBalances();
  const { data: wallet } = useWallet();
  const { data: offer, error, refetch } = useOffer(offerId);
  const isUnknown =
    offerId === undefined || (error instanceof ApiError && error.code === 'unknown_launch_offer');
  return (
    <Frame
      title={offer === undefined ? t('title') : t('buy.title', { code: offer.currency.code })}
      width="narrow"
    >
      {offer ? (
        <div className="stack-4 cols-1">
          <OfferCard offer={offer} />
          <LimitStrip to={paths.limits.getHref()} />
          {offer.state === 'subscribing' ? (
            <PurchaseForm
              offer={offer}
              availableOf={currencyId =>
                wallet === undefined ? undefined : (balanceOf(wallet, 'spot', currencyId)?.available ?? '0')
              }
              onDone={(order, amount) => {
                void refreshWallet(client);
                showToast(t('buy.done', { amount }), 'good');
                goOn(paths.launch.getHref({ id: order.offer_id }), { replace: true });
              }}
            />
          ) : (
            <EmptyState title={t('problem.not_open')} to={paths.launches.getHref()} go={t('tab.offers')} />
          )}
        </div>
      ) : isUnknown ? (
        <EmptyState title={t('missing')} to={paths.launches.getHref()} go={t('tab.offers')} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className="stack-4 cols-1" aria-hidden="true">
          <Skeleton height={163} radius={14} />
          <Skeleton height={420} radius={14} />
        </div>
      )}
    </Frame>
  );
}
