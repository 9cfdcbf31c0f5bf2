import { useTranslation } from '#i18n/use-translation.ts';
import { Row } from '#ui/card.tsx';

/** Leads to the page of the customer's data. */
export function OwnDataRow({ to }: { readonly to: string }) {
  const { t } = useTranslation('account');
  return <Row to={to} title={t('data.title')} detail={t('data.lead')} />;
}
