import { useReducer, useState, type ReactNode } from 'react';
import type { WireTicketDetail } from '@tallystick/protocol';
import { Link } from 'react-router';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Confirm } from '#ui/confirm.tsx';
import { formatDate } from '#ui/format.ts';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { showRefusal } from '#ui/toast.ts';
import { closeTicket, replyTo } from '../api/tickets.ts';
import { TICKET_TEXT_LENGTH } from '../model/limits.ts';
import { emptyDraft, pictureList, reduceDraft, validateDraft } from '../model/message.ts';
import { PicturesPart, type RenderPicture } from './pictures-part.tsx';
import { TicketState } from './ticket-list.tsx';
import styles from './help.module.css';

/** A ticket with all its messages, and a form to reply. */
export function TicketThread({
  ticket,
  renderPicture,
  renderOwn,
}: {
  readonly ticket: WireTicketDetail;
  readonly renderPicture: RenderPicture;
  readonly renderOwn: (pictureId: number) => ReactNode;
}) {
  const { t } = useTranslation('help');
  return (
    <div className="stack-5 cols-1">
      <header className="stack-2 cols-1">
        <h2 className={styles['subject']}>{ticket.title}</h2>
        <div className={styles['times']}>
          <TicketState state={ticket.state} />
          <AboutLink ticket={ticket} />
        </div>
        <div className={cx(styles['times'], 'note')}>
          <span>{t('ticket.opened', { time: formatDate(ticket.created_at_ms) })}</span>
          {ticket.closed_at_ms === null ? (
            <span>{t('ticket.changed', { time: formatDate(ticket.updated_at_ms) })}</span>
          ) : (
            <span>{t('ticket.closed', { time: formatDate(ticket.closed_at_ms) })}</span>
          )}
        </div>
      </header>
      <ol className="stack-3 cols-1">
        {ticket.messages.map(message => (
          <li
            key={`${message.at_ms}:${message.from}:${message.text}`}
            className={cx(styles['message'], message.from === 'customer' && styles['own'])}
          >
            <span className={styles['who']}>
              <span>{t(message.from === 'customer' ? 'ticket.you' : 'ticket.us')}</span>
              <time dateTime={new Date(message.at_ms).toISOString()}>
                {formatDate(message.at_ms, 'dayMinute')}
              </time>
            </span>
            <p>{message.text}</p>
            {message.picture_ids.map(id => (
              <div key={id}>{renderOwn(id)}</div>
            ))}
          </li>
        ))}
      </ol>
      {ticket.state === 'closed' ? null : <Reply ticketId={ticket.ticket_id} renderPicture={renderPicture} />}
    </div>
  );
}

function AboutLink({ ticket: { about, about_id: id } }: { readonly ticket: WireTicketDetail }) {
  const { t } = useTranslation('help');
  if (about === null || id === null) return null;
  const words = t(`ticket.${about}`, { id });
  switch (about) {
    case 'withdrawal':
      return <Link to={paths.withdrawDetail.getHref({ id })}>{words}</Link>;
    case 'deposit':
      return <Link to={paths.records.getHref({ kind: 'deposits' })}>{words}</Link>;
    case 'order':
      return <Link to={paths.trade.getHref({ order: id })}>{words}</Link>;
    case 'position':
      return <Link to={paths.contract.getHref({ position: id })}>{words}</Link>;
  }
}

const replying = defineIdempotentCall('POST ticket/reply', replyTo);
const FIELDS = { text: 'text', pictures: 'pictures' };

function Reply({
  ticketId,
  renderPicture,
}: {
  readonly ticketId: number;
  readonly renderPicture: RenderPicture;
}) {
  const { t } = useTranslation('help');
  const [draft, change] = useReducer(reduceDraft, emptyDraft);
  const [asking, setAsking] = useState(false);
  const { shown, guard, restart } = useForm(validateDraft(draft, false));
  const { busy, error, submit, clearError } = useSubmit(replying, {
    onDone() {
      restart();
      change({ type: 'sent' });
    },
  });
  const dispatch = useInput(change, clearError);
  const send = () => submit({ ticket_id: ticketId, text: draft.text, ...pictureList(draft) });
  return (
    <Refusals error={error} fields={FIELDS}>
      <form className="stack-4 cols-1" onSubmit={guard(send)} noValidate>
        <TextArea
          name="text"
          label={t('ticket.reply')}
          hint={t('ticket.safety')}
          rows={3}
          value={draft.text}
          maxLength={TICKET_TEXT_LENGTH}
          error={shown('text') ? t('problem.text') : undefined}
          onChange={value => dispatch({ type: 'text', value })}
        />
        <PicturesPart draft={draft} dispatch={dispatch} renderPicture={renderPicture} />
        <RefusalNote />
        <SubmitButton block busy={busy} problem={undefined}>
          {t('ticket.replySend')}
        </SubmitButton>
        <Button block tone="quiet" onClick={() => setAsking(true)}>
          {t('ticket.close')}
        </Button>
      </form>
      <Confirm
        open={asking}
        title={t('ticket.closeTitle')}
        confirmLabel={t('ticket.close')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          closeTicket(ticketId).catch(showRefusal);
        }}
      >
        {t('ticket.closeText')}
      </Confirm>
    </Refusals>
  );
}
