import { Rocket } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx';
import { useOffers } from '../api/launch.ts';
import { groupOffers } from '../model/offers.ts';
import { OfferCard } from './offer-card.tsx';
import styles from './offers.module.css';

/** All offers: open ones first, then upcoming ones, then the others. */
export function OffersList() {
  const { t } = useTranslation('launch');
  const { data, error, refetch } = useOffers();
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={refetch} />;
    return (
      <div className="stack-5" aria-hidden="true">
        <Skeleton height={38} />
        {[163, 120].map(height => (
          <div key={height} className="stack-3">
            <Skeleton width={96} height={18} />
            <Skeleton height={height} radius={14} />
          </div>
        ))}
      </div>
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<Rocket size={26} strokeWidth={1.6} />} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    );
  }
  return (
    <div className="stack-5">
      <p className="lead">{t('lead')}</p>
      {groupOffers(data.items).map(({ group, offers }) => (
        <section key={group} className="stack-3" aria-label={t(`group.${group}`)}>
          <h2 className={styles['heading']}>{t(`group.${group}`)}</h2>
          <div className={styles['cards']}>
            {offers.map(offer => (
              <OfferCard key={offer.offer_id} offer={offer} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
