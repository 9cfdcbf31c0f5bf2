import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { useOffer } from '#features/launch/api/launch.ts';
import { AllocationCheck } from '#features/launch/components/allocation-check.tsx';
import { OfferDetails } from '#features/launch/components/offer-details.tsx';
import { Recommended } from '#features/launch/components/recommended.tsx';
import { offerIdOf } from '#features/launch/model/offer-id.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ApiError } from '#lib/errors.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState, Pending, Skeleton } from '#ui/states.tsx';

/** The action that an offer currently allows, if any. */
function Action({ offer }: { readonly offer: WireLaunchOffer }): ReactNode {
  const { t } = useTranslation('launch');
  if (offer.state === 'subscribing') {
    return (
      <ButtonLink block to={paths.launchPurchase.getHref({ id: offer.offer_id })}>
        {t(offer.own === null ? 'subscribe' : 'subscribeMore')}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink block to={paths.trade.getHref({ market: offer.market_id })}>
      {t('trade', { code: offer.currency.code })}
    </ButtonLink>
  );
}

/** One offer; with `check`, its allocation is recomputed. */
export function Page() {
  const { t } = useTranslation('launch');
  const [query] = useSearchParams();
  const offerId = offerIdOf(query.get('id'));
  const checks = query.get('check') !== null;
  const { data: offer, error, refetch } = useOffer(offerId);
  const isUnknown =
    offerId === undefined || (error instanceof ApiError && error.code === 'unknown_launch_offer');
  const acts =
    offer !== undefined && !checks && (offer.state === 'subscribing' || offer.state === 'launched');
  return (
    <Frame
      title={checks ? t('check.title') : (offer?.currency.code ?? t('title'))}
      width={checks ? 'narrow' : 'wide'}
      footer={acts ? <Action offer={offer} /> : undefined}
    >
      {offer && checks ? (
        <AllocationCheck offer={offer} />
      ) : offer ? (
        <div className="stack-4 cols-1">
          <OfferDetails offer={offer} />
          {offer.state === 'subscribing' ? null : <Recommended exceptId={offer.offer_id} />}
        </div>
      ) : isUnknown ? (
        <EmptyState title={t('missing')} to={paths.launches.getHref()} go={t('tab.offers')} />
      ) : (
        <Pending error={error} onRetry={refetch} shape={<Skeleton height={420} radius={14} />} />
      )}
    </Frame>
  );
}
