import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { RightButton } from '#ui/button.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { toast } from '#ui/toast.tsx';

type Customer = DeskOutput<'GET desk/customer'>['customer'];
type Action = 'freeze' | 'unfreeze' | 'endSessions';

export function CustomerActions({ customer }: { readonly customer: Customer }) {
  const [asked, setAsked] = useState<Action | null>(null);
  const run = async (reason: string): Promise<void> => {
    const input = { customer_id: customer.id, reason };
    if (asked === 'endSessions') {
      const { ended } = await callDesk('POST desk/customer_end_sessions', input);
      toast(t('customers.endedCount', { count: ended }));
    } else {
      await callDesk(asked === 'freeze' ? 'POST desk/customer_freeze' : 'POST desk/customer_unfreeze', input);
      toast(t('approvals.done'));
    }
  };
  return (
    <>
      <RightButton right="customer.end_sessions" onClick={() => setAsked('endSessions')}>
        {t('customers.endSessions')}
      </RightButton>
      {customer.frozen ? (
        <RightButton right="customer.unfreeze" onClick={() => setAsked('unfreeze')}>
          {t('customers.unfreeze')}
        </RightButton>
      ) : (
        <RightButton right="customer.freeze" tone="danger" onClick={() => setAsked('freeze')}>
          {t('customers.freeze')}
        </RightButton>
      )}
      {asked === null ? null : (
        <ReasonDialog
          title={`${t(`customers.${asked}`)} · ${customer.id}`}
          text={t(`customers.${asked}Text`)}
          submit={t(`customers.${asked}`)}
          danger={asked !== 'unfreeze'}
          onClose={() => setAsked(null)}
          run={run}
        />
      )}
    </>
  );
}
