import type { DeskOutput } from '@tallystick/protocol/desk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk, downloadDesk } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import { RightButton } from '#ui/button.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';

type Customer = DeskOutput<'GET desk/customer'>['customer'];
type Action = 'freeze' | 'unfreeze' | 'endSessions';

/** All that is kept about a customer, as a file. */
function TakeData({ customerId }: { readonly customerId: number }) {
  const take = useMutation({
    mutationFn: () => downloadDesk('GET desk/customer_data', { customer_id: customerId }),
    onSuccess: file => {
      saveFile(file.name, file.type, file);
      toast(t('customers.dataTaken'));
    },
  });
  return (
    <>
      <RightButton
        right="customer.data"
        title={t('customers.dataText')}
        busy={take.isPending}
        onClick={() => take.mutate()}
      >
        {t('customers.data')}
      </RightButton>
      <Problem error={take.error} />
    </>
  );
}

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
      <TakeData customerId={customer.id} />
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
