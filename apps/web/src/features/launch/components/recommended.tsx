import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { recommendedQuery } from '../api/launch.ts';
import { OfferCard } from './offer-card.tsx';
import styles from './offers.module.css';

/** Recommended offers except the one shown. Renders nothing if there are none. */
export function Recommended({ exceptId }: { readonly exceptId?: number | undefined }) {
  const { t } = useTranslation('launch');
  const { data } = useQuery(recommendedQuery);
  const offers = data?.items.filter(offer => offer.offer_id !== exceptId) ?? [];
  if (offers.length === 0) return null;
  return (
    <section className="stack-3" aria-label={t('recommended')}>
      <h2 className={styles['heading']}>{t('recommended')}</h2>
      <div className={styles['cards']}>
        {offers.map(offer => (
          <OfferCard key={offer.offer_id} offer={offer} />
        ))}
      </div>
    </section>
  );
}
