import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, type ButtonTone } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  /** What will happen after confirming. */
  readonly children?: ReactNode;
  /** Names the action ("Cancel all orders"), not "OK". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: ButtonTone;
  readonly busy?: boolean;
  /** Disables the button; the label then says why. */
  readonly isBlocked?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. */
export function Confirm({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'main',
  busy,
  isBlocked,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const { t } = useTranslation('common');
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      from="centre"
      footer={
        <>
          <Button tone="quiet" size="small" onClick={onClose}>
            {cancelLabel ?? t('actions.cancel')}
          </Button>
          <Button tone={tone} size="small" busy={busy} disabled={isBlocked} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="soft text-14">{children}</div>
    </Sheet>
  );
}
