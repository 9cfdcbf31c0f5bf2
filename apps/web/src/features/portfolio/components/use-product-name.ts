import type { PortfolioProduct } from '@tallystick/protocol/portfolio/facts';
import { useTranslation } from '#i18n/use-translation.ts';

/** Products by the names of their accounts. */
export function useProductName(): (product: PortfolioProduct) => string {
  const { t } = useTranslation(['portfolio', 'wallet']);
  return product => (product === 'launch' ? t('launch') : t(`wallet:account.${product}`));
}
