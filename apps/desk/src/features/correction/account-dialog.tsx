import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { Figure } from '#ui/field.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';

/** Registers an operator's own customer account, which may then never get goodwill. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const [customer, setCustomer] = useState('');
  return (
    <ReasonDialog
      title={t('corrections.declare')}
      text={t('corrections.declareText')}
      submit={t('corrections.declare')}
      done={t('approvals.done')}
      onClose={onClose}
      run={reason => callDesk('POST desk/account_link', { customer_id: wholeOf(customer) ?? 0, reason })}
    >
      <Figure label={t('corrections.customer')} value={customer} inputMode="numeric" onChange={setCustomer} />
    </ReasonDialog>
  );
}
