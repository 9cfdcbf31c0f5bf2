import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '#i18n/texts.ts';
import { queryClient } from '#lib/query-client.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Area } from './field.tsx';
import { Form } from './form.tsx';
import { Problem } from './states.tsx';
import { toast } from './toast.tsx';

/** Asks for a reason and runs the action with it; then reloads all data and closes. */
export function ReasonDialog({
  title,
  text,
  label = t('propose.why'),
  submit,
  danger = false,
  optional = false,
  wide = false,
  done,
  children,
  onClose,
  run,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly label?: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly optional?: boolean;
  readonly wide?: boolean;
  /** The toast shown after the action. */
  readonly done?: string;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  readonly run: (reason: string) => Promise<unknown>;
}) {
  const [reason, setReason] = useState('');
  const action = useMutation({
    mutationFn: async () => {
      await run(reason.trim());
      if (done !== undefined) toast(done);
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      {/* `onSuccess` per call: a dialog that was closed meanwhile must not close the next one. */}
      <Form busy={action.isPending} onSend={() => action.mutate(undefined, { onSuccess: onClose })}>
        {text === undefined ? null : <p>{text}</p>}
        {children}
        <Area
          label={label}
          value={reason}
          required={!optional}
          maxLength={500}
          rows={3}
          onChange={setReason}
        />
        <Problem error={action.error} />
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            tone={danger ? 'danger' : 'main'}
            busy={action.isPending}
            disabled={!optional && reason.trim() === ''}
          >
            {submit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
