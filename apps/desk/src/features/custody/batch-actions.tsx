import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { dateTime } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { saveFile } from '#lib/save-file.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button, RightButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Tick } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { Problem } from '#ui/states.tsx';
import { toast } from '#ui/toast.tsx';
import type { Batch } from './batch-columns.tsx';
import { RunButton } from './run-button.tsx';
import { signedContent } from './signed-content.ts';

type Asked = 'send' | 'replace' | 'cancel';

/** What can be done with a batch in its state. */
export function BatchActions({ batch }: { readonly batch: Batch }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { may } = useMe();
  const { id, state, replaceable_from_ms: fromMs } = batch;
  const close = () => setAsked(null);
  const download = async (): Promise<void> => {
    const { name, type, content } = await callDesk('POST desk/custody_export', { batch_id: id });
    saveFile(name, type, content);
  };
  if (!may('custody.move')) return null;
  const isOpen = state === 'draft' || state === 'exported' || state === 'signed';
  return (
    <div className="row">
      {isOpen ? (
        <RunButton tone={state === 'draft' ? 'main' : 'quiet'} run={download}>
          {t('custody.download')}
        </RunButton>
      ) : null}
      {state === 'exported' || state === 'signed' ? <Upload batch={batch} /> : null}
      {state === 'signed' ? (
        <RightButton right="custody.move" tone="main" onClick={() => setAsked('send')}>
          {t('custody.send')}
        </RightButton>
      ) : null}
      {batch.may_replace ? (
        <Button onClick={() => setAsked('replace')}>{t('custody.replace')}</Button>
      ) : fromMs === null ? null : (
        <span className="quiet">{t('custody.replaceFrom', { when: dateTime(fromMs) })}</span>
      )}
      {batch.may_cancel ? (
        <Button tone="danger" onClick={() => setAsked('cancel')}>
          {t('custody.cancel')}
        </Button>
      ) : null}
      {asked === 'send' ? <SendDialog batch={batch} onClose={close} /> : null}
      {asked === 'replace' ? <ReplaceDialog batch={batch} onClose={close} /> : null}
      {asked === 'cancel' ? (
        <ReasonDialog
          title={t('custody.cancel')}
          text={t('custody.cancelText')}
          submit={t('custody.cancel')}
          danger
          done={t('custody.cancelled')}
          onClose={close}
          run={reason => callDesk('POST desk/custody_cancel', { batch_id: id, reason })}
        />
      ) : null}
    </div>
  );
}

function Upload({ batch: { id, version, state } }: { readonly batch: Batch }) {
  const file = useRef<HTMLInputElement>(null);
  const action = useMutation({
    mutationFn: async (chosen: File) => {
      const content = signedContent(new Uint8Array(await chosen.arrayBuffer()));
      const batch = await callDesk('POST desk/custody_signed', { batch_id: id, version, content });
      // What was refused is listed below.
      if (!batch.refused) toast(t('custody.uploaded'));
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <div>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={t('custody.upload')}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen !== undefined) action.mutate(chosen);
        }}
      />
      <Button
        tone={state === 'exported' ? 'main' : 'quiet'}
        busy={action.isPending}
        onClick={() => file.current?.click()}
      >
        {t('custody.upload')}
      </Button>
      <Problem error={action.error} />
    </div>
  );
}

function SendDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const action = useMutation({
    mutationFn: async () => {
      await callDesk('POST desk/custody_send', { batch_id: batch.id });
      toast(t('custody.sent'));
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Dialog title={t('custody.send')} onClose={onClose}>
      <Form busy={action.isPending} onSend={() => action.mutate(undefined, { onSuccess: onClose })}>
        <p>{t('custody.sendText')}</p>
        <Problem error={action.error} />
        <Buttons submit={t('custody.send')} busy={action.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function ReplaceDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const [out, setOut] = useState<readonly number[]>([]);
  const action = useMutation({
    mutationFn: async () => {
      await callDesk('POST desk/custody_replace', { batch_id: batch.id, leave_out: [...out] });
      toast(t('custody.replaced'));
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const open = batch.contents.filter(item => item.state === 'open' && item.withdrawal_id !== null);
  return (
    <Dialog title={t('custody.replace')} onClose={onClose}>
      <Form busy={action.isPending} onSend={() => action.mutate(undefined, { onSuccess: onClose })}>
        <p>{t('custody.replaceText')}</p>
        {open.map(item => (
          <Tick
            key={item.id}
            label={t('custody.leaveOut', { id: item.withdrawal_id ?? 0 })}
            checked={out.includes(item.id)}
            onChange={on => setOut(on ? [...out, item.id] : out.filter(id => id !== item.id))}
          />
        ))}
        <Problem error={action.error} />
        <Buttons submit={t('custody.replace')} busy={action.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

function Buttons({
  submit,
  busy,
  onClose,
}: {
  readonly submit: string;
  readonly busy: boolean;
  readonly onClose: () => void;
}) {
  return (
    <div className="row row-end">
      <Button onClick={onClose}>{t('actions.cancel')}</Button>
      <Button type="submit" tone="main" busy={busy}>
        {submit}
      </Button>
    </div>
  );
}
