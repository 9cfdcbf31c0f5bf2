import { isHouseAccount } from '@tallystick/protocol/house-accounts';
import { Link } from 'react-router';
import { t } from '#i18n/texts.ts';
import { Badge } from './page.tsx';

/** A customer by number, with a mark for the house's own. */
export function CustomerLink({ id }: { readonly id: number }) {
  return (
    <>
      <Link to={`/customers/${id}`}>{id}</Link>{' '}
      {isHouseAccount(id) ? <Badge>{t('customers.maker')}</Badge> : null}
    </>
  );
}
