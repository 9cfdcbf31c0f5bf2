import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useFunding } from '#lib/use-funding.ts';
import form from './form.module.css';

/** Says before a coin is bought that it cannot be withdrawn at the moment. */
export function StaysNote({ currencyId }: { readonly currencyId: number }) {
  const { t } = useTranslation('common');
  const { data } = useFunding();
  const coin = data?.items.find(one => one.currency.id === currencyId);
  if (coin === undefined || coin.withdrawal.length > 0) return null;
  return (
    <p className={form['warning']}>
      <TriangleAlert size={18} aria-hidden="true" />
      <span>{t('coinChoice.stays', { currency: coin.currency.code })}</span>
    </p>
  );
}
