import type { DeskInput } from '@tallystick/protocol/desk';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Changes } from './changes.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { toast } from './toast.tsx';

/** Shows what a change would do, asks why, and proposes it. */
export function ProposeDialog({
  kind,
  change,
  before,
  after,
  onClose,
  onProposed,
}: {
  readonly kind: DeskInput<'POST desk/propose'>['kind'];
  readonly change: Readonly<Record<string, unknown>>;
  readonly before: unknown;
  readonly after: unknown;
  readonly onClose: () => void;
  readonly onProposed?: () => void;
}) {
  return (
    <ReasonDialog
      title={t('propose.title')}
      text={t('propose.text')}
      label={t('propose.why')}
      submit={t('actions.propose')}
      wide
      onClose={onClose}
      run={async note => {
        await callDesk('POST desk/propose', { kind, change, note });
        toast(t('approvals.proposed'));
        onProposed?.();
      }}
    >
      <Changes before={before} after={after} />
    </ReasonDialog>
  );
}
