import { ROLES } from '@tallystick/protocol/desk/roles';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Choice } from '#ui/field.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';

/** Hands a conversation over to a colleague, or to a role, of which anyone may take it. */
export function HandOver({ caseId, onClose }: { readonly caseId: number; readonly onClose: () => void }) {
  const colleagues = useDesk('GET desk/chat_colleagues', {}, { everyMs: false });
  const [to, setTo] = useState('role:support');
  const options = [
    ...ROLES.map(role => ({ value: `role:${role}`, label: t('chats.anyOf', { role: t(`roles.${role}`) }) })),
    ...(colleagues.data?.items ?? []).map(({ id, name, role }) => ({
      value: `operator:${id}`,
      label: `${name} (${t(`roles.${role}`)})`,
    })),
  ];
  return (
    <ReasonDialog
      title={t('chats.handOver')}
      text={t('chats.handOverText')}
      label={t('chats.handOverNote')}
      submit={t('chats.handOver')}
      optional
      onClose={onClose}
      run={note => {
        const role = ROLES.find(one => to === `role:${one}`);
        return callDesk('POST desk/chat_hand_over', {
          case_id: caseId,
          note,
          ...(role === undefined ? { operator_id: wholeOf(to.slice('operator:'.length)) ?? 0 } : { role }),
        });
      }}
    >
      <Choice label={t('chats.to')} value={to} options={options} onChange={setTo} />
    </ReasonDialog>
  );
}
