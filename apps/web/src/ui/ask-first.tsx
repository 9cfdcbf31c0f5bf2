import { useState, type ReactNode } from 'react';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { showRefusal, showToast } from './toast.ts';

/** A button for what cannot be taken back: it says what it would reach, and does it when that is confirmed. */
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
  /** Resolves to what is told when it is done. */
  readonly run: () => Promise<string>;
  /** False: there is nothing it would reach. */
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
