import type { DeskInput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { wholeOf } from '#lib/format.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
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
      submit={t('actions.propose')}
      done={t('approvals.proposed')}
      onClose={onClose}
      run={note => {
        const minutes = wholeOf(announcement.minutes) ?? 0;
        const change = { market_id: one.id, status: 'halted', ...announcement, minutes };
        return callDesk('POST desk/propose', { kind, change, note });
      }}
    >
      <HaltFields announcement={announcement} onChange={setAnnouncement} withEnd />
    </ReasonDialog>
  );
}
