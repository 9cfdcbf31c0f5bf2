import type { DeskInput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { HaltFields, NOTHING_TOLD, type Told } from './halt-fields.tsx';

/** A full halt that lasts longer, or begins soon after another, is proposed to a second operator. */
export function ProlongDialog({
  kind,
  one,
  onClose,
}: {
  readonly kind: Extract<DeskInput<'POST desk/propose'>['kind'], 'market_status' | 'perpetual_status'>;
  readonly one: { readonly id: number; readonly symbol: string };
  readonly onClose: () => void;
}) {
  const [told, setTold] = useState<Told>(NOTHING_TOLD);
  return (
    <ReasonDialog
      title={t('markets.prolongTitle', { symbol: one.symbol })}
      text={t('propose.text')}
      label={t('propose.why')}
      submit={t('actions.propose')}
      onClose={onClose}
      run={async note => {
        const minutes = wholeOf(told.minutes) ?? 0;
        const change = { market_id: one.id, status: 'halted', cause: told.cause, note: told.note, minutes };
        await callDesk('POST desk/propose', { kind, change, note });
        toast(t('approvals.proposed'));
      }}
    >
      <HaltFields told={told} onChange={setTold} withEnd />
    </ReasonDialog>
  );
}
