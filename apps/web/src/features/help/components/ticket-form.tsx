import { useReducer, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { TextField } from '#ui/field.tsx';
import { formatDate } from '#ui/format.ts';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { fileTicket, useOwnThings } from '../api/tickets.ts';
import { TICKET_TEXT_LENGTH, TICKET_TITLE_LENGTH } from '../model/limits.ts';
import { emptyDraft, pictureList, reduceDraft, validateDraft } from '../model/message.ts';
import { PicturesPart, type RenderPicture } from './pictures-part.tsx';

export type About = 'order' | 'position' | 'deposit' | 'withdrawal';
const CHOICES = ['order', 'deposit', 'withdrawal'] as const;
const FIELDS = { title: 'title', text: 'text', pictures: 'pictures', about_id: 'about' };

const filing = defineIdempotentCall('POST ticket/file', fileTicket);

/** A new ticket, about one of the customer's records or a general question. */
export function TicketForm({
  about: given,
  renderPicture,
  onFiled,
}: {
  /** The record the customer came from; undefined if they choose one. */
  readonly about: { readonly kind: About; readonly id: number } | undefined;
  readonly renderPicture: RenderPicture;
  readonly onFiled: (ticketId: number) => void;
}) {
  const { t } = useTranslation('help');
  const [draft, change] = useReducer(reduceDraft, emptyDraft);
  const [about, setAbout] = useState(given === undefined ? '' : `${given.kind}:${given.id}`);
  const { busy, error, submit, clearError } = useSubmit(filing, {
    onDone: ({ ticket_id: ticketId }) => onFiled(ticketId),
  });
  const send = () => {
    const [kind, id] = about.split(':');
    void submit({
      title: draft.title,
      text: draft.text,
      ...pictureList(draft),
      ...(id === undefined ? {} : { about: kind as About, about_id: Number.parseInt(id, 10) }),
    });
  };
  const dispatch = useInput(change, clearError);
  const { blocker, shown, guard } = useForm(validateDraft(draft, true));
  return (
    <Refusals error={error} fields={FIELDS}>
      <form className="stack-4 cols-1" onSubmit={guard(send)} noValidate>
        <AboutField given={given} value={about} onChange={setAbout} />
        <TextField
          name="title"
          label={t('ticket.subject')}
          value={draft.title}
          maxLength={TICKET_TITLE_LENGTH}
          error={shown('title') ? t('problem.subject') : undefined}
          onChange={value => dispatch({ type: 'title', value })}
        />
        <TextArea
          name="text"
          label={t('ticket.text')}
          hint={t('ticket.textHint')}
          value={draft.text}
          maxLength={TICKET_TEXT_LENGTH}
          error={shown('text') ? t('problem.text') : undefined}
          onChange={value => dispatch({ type: 'text', value })}
        />
        <PicturesPart draft={draft} dispatch={dispatch} renderPicture={renderPicture} />
        <p className="note">{t('ticket.safety')}</p>
        <RefusalNote />
        <SubmitButton
          block
          busy={busy}
          problem={blocker && shown(blocker.field) ? t(`problem.${blocker.code}`) : undefined}
        >
          {t('ticket.send')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}

/** The customer's orders, deposits and withdrawals, newest first, plus the record they came from. */
function AboutField({
  given,
  value,
  onChange,
}: {
  readonly given: { readonly kind: About; readonly id: number } | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('help');
  const own = useOwnThings();
  const isListed =
    given !== undefined && given.kind !== 'position' && own[given.kind].some(({ id }) => id === given.id);
  return (
    <SelectField label={t('ticket.about')} name="about" value={value} onChange={onChange}>
      <option value="">{t('ticket.nothing')}</option>
      {given === undefined || isListed ? null : (
        <option value={`${given.kind}:${given.id}`}>{t(`ticket.${given.kind}`, { id: given.id })}</option>
      )}
      {CHOICES.flatMap(kind =>
        own[kind].map(({ id: number, words, atMs }) => (
          <option key={`${kind}:${number}`} value={`${kind}:${number}`}>
            {`${t(`ticket.${kind}`, { id: number })} · ${words} · ${formatDate(atMs, 'dayMinute')}`}
          </option>
        )),
      )}
    </SelectField>
  );
}
