import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { Field } from '#ui/field.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { toast } from '#ui/toast.tsx';

/** Registers an operator's own customer account, which may then never get goodwill. */
export function AccountDialog({ onClose }: { readonly onClose: () => void }) {
  const [customer, setCustomer] = useState('');
  return (
    <ReasonDialog
      title={t('corrections.declare')}
      text={t('corrections.declareText')}
      label={t('propose.why')}
      submit={t('corrections.declare')}
      onClose={onClose}
      run={async reason => {
        await callDesk('POST desk/account_link', { customer_id: wholeOf(customer) ?? 0, reason });
        toast(t('approvals.done'));
      }}
    >
      <Field
        label={t('corrections.customer')}
        value={customer}
        inputMode="numeric"
        required
        onChange={event => setCustomer(event.target.value.trim())}
      />
    </ReasonDialog>
  );
}
