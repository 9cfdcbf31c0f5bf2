import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { t } from '#i18n/texts.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Area } from './field.tsx';
import { Problem } from './states.tsx';

/** Asks for the reason, does it, and closes once it is done; what everyone sees is read again. */
export function ReasonDialog({
  title,
  text,
  label,
  submit,
  danger,
  optional,
  wide,
  children,
  onClose,
  run,
}: {
  readonly title: string;
  readonly text?: string;
  readonly label: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly optional?: boolean;
  readonly wide?: boolean;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly run: (reason: string) => Promise<void>;
}) {
  const [reason, setReason] = useState('');
  const action = useMutation({ mutationFn: run, onSuccess: () => queryClient.invalidateQueries() });
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Of the call, not of the kind: a dialog that was closed meanwhile must not close the next one.
    if (!action.isPending) action.mutate(reason.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog title={title} onClose={onClose} wide={wide === true}>
      <form className="stack" onSubmit={send}>
        {text === undefined ? null : <p>{text}</p>}
        {children}
        <Area
          label={label}
          value={reason}
          required={optional !== true}
          maxLength={500}
          rows={3}
          onChange={event => setReason(event.target.value)}
        />
        <Problem error={action.error} />
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            tone={danger === true ? 'danger' : 'main'}
            busy={action.isPending}
            disabled={optional !== true && reason.trim() === ''}
          >
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
