import type { DeskInput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { HaltFields, EMPTY_ANNOUNCEMENT, type Announcement } from './halt-fields.tsx';

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
  const [announcement, setAnnouncement] = useState<Announcement>(EMPTY_ANNOUNCEMENT);
  return (
    <ReasonDialog
      title={t('markets.prolongTitle', { symbol: one.symbol })}
      text={t('propose.text')}
      label={t('propose.why')}
      submit={t('actions.propose')}
      onClose={onClose}
      run={async note => {
        const minutes = wholeOf(announcement.minutes) ?? 0;
        const change = {
          market_id: one.id,
          status: 'halted',
          cause: announcement.cause,
          note: announcement.note,
          minutes,
        };
        await callDesk('POST desk/propose', { kind, change, note });
        toast(t('approvals.proposed'));
      }}
    >
      <HaltFields announcement={announcement} onChange={setAnnouncement} withEnd />
    </ReasonDialog>
  );
}
