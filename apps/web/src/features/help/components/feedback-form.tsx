import { CircleCheck } from 'lucide-react';
import { useReducer, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { defineIdempotentCall } from '#lib/idempotent-call.ts';
import { useForm } from '#lib/use-form.ts';
import { useInput, useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { EmptyState } from '#ui/states.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { sendFeedback } from '../api/tickets.ts';
import { TICKET_TEXT_LENGTH } from '../model/limits.ts';
import { emptyDraft, pictureList, reduceDraft, validateDraft } from '../model/message.ts';
import { PicturesPart, type RenderPicture } from './pictures-part.tsx';

const feedback = defineIdempotentCall('POST feedback/send', sendFeedback);
const FIELDS = { text: 'text', email: 'email', pictures: 'pictures' };

/** General feedback; visitors may leave an address for a reply. */
export function FeedbackForm({
  isVisitor,
  claimOf,
  renderPicture,
}: {
  readonly isVisitor: boolean;
  /** The claim from the upload's response. */
  readonly claimOf: (pictureId: number) => string;
  readonly renderPicture: RenderPicture;
}) {
  const { t } = useTranslation('help');
  const [draft, change] = useReducer(reduceDraft, emptyDraft);
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const { shown, guard, restart } = useForm(validateDraft(draft, false));
  const { busy, error, submit, clearError } = useSubmit(feedback, {
    onDone() {
      change({ type: 'sent' });
      restart();
      setSent(true);
    },
  });
  const dispatch = useInput(change, clearError);
  if (isSent) {
    return (
      <EmptyState
        icon={<CircleCheck size={26} strokeWidth={1.6} />}
        title={t('feedbackForm.sent')}
        action={
          <Button size="small" tone="quiet" onClick={() => setSent(false)}>
            {t('feedbackForm.again')}
          </Button>
        }
      >
        {t(isVisitor ? 'feedbackForm.sentMail' : 'feedbackForm.sentText')}
      </EmptyState>
    );
  }
  const send = () =>
    submit({
      text: draft.text,
      ...pictureList(draft, id => `${id}.${claimOf(id)}`),
      ...(isVisitor && email.trim() !== '' ? { email: email.trim() } : {}),
    });
  return (
    <Refusals error={error} fields={FIELDS}>
      <form className="stack-4 cols-1" onSubmit={guard(send)} noValidate>
        <p className="soft">{t('feedbackForm.lead')}</p>
        <TextArea
          name="text"
          label={t('feedbackForm.text')}
          value={draft.text}
          maxLength={TICKET_TEXT_LENGTH}
          error={shown('text') ? t('problem.text') : undefined}
          onChange={value => dispatch({ type: 'text', value })}
        />
        {isVisitor ? (
          <TextField
            name="email"
            type="email"
            autoComplete="email"
            label={t('feedbackForm.email')}
            hint={t('feedbackForm.emailHint')}
            value={email}
            maxLength={254}
            onChange={value => {
              clearError();
              setEmail(value);
            }}
          />
        ) : null}
        <PicturesPart draft={draft} dispatch={dispatch} renderPicture={renderPicture} />
        <p className="note">{t('ticket.safety')}</p>
        <RefusalNote />
        <SubmitButton block busy={busy} problem={undefined}>
          {t('feedbackForm.send')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
