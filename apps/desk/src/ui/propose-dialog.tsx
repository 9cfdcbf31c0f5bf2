import type { DeskInput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Changes } from './changes.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

export interface Proposal {
  readonly kind: DeskInput<'POST desk/propose'>['kind'];
  readonly change: Readonly<Record<string, unknown>>;
  readonly before: unknown;
  readonly after: unknown;
}

/** Shows what a change would do, asks why, and proposes it. */
export function ProposeDialog({
  kind,
  change,
  before,
  after,
  onClose,
  onProposed,
}: Proposal & { readonly onClose: () => void; readonly onProposed?: () => void }) {
  return (
    <ReasonDialog
      title={t('propose.title')}
      text={t('propose.text')}
      submit={t('actions.propose')}
      wide
      done={t('approvals.proposed')}
      onClose={onClose}
      run={async note => {
        await callDesk('POST desk/propose', { kind, change, note });
        onProposed?.();
      }}
    >
      <Changes before={before} after={after} />
    </ReasonDialog>
  );
}
