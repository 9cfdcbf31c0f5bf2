import { useState, type ReactNode } from 'react';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { showRefusal, showToast } from './toast.ts';

/** A button for an action that cannot be undone: asks for confirmation first. */
export function AskFirst({
  label,
  title,
  confirmLabel,
  cancelLabel,
  run,
  isOffered,
  children,
}: {
  readonly label: string;
  readonly title: string;
  readonly confirmLabel: string;
  readonly cancelLabel: string;
  /** Resolves to the message to show on success. */
  readonly run: () => Promise<string>;
  /** False hides the button, because there is nothing to act on. */
  readonly isOffered: boolean;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const { busy, submit } = useSubmit(run, {
    onDone: told => showToast(told, 'good'),
    onFailed: showRefusal,
  });
  const confirm = async () => {
    await submit();
    setOpen(false);
  };
  return (
    <>
      {isOffered ? (
        <Button tone="plain" size="small" onClick={() => setOpen(true)}>
          {label}
        </Button>
      ) : null}
      <Confirm
        open={open}
        title={title}
        confirmLabel={confirmLabel}
        cancelLabel={cancelLabel}
        tone="danger"
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setOpen(false)}
      >
        {children}
      </Confirm>
    </>
  );
}
