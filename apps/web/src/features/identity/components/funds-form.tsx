import { ShieldCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CallInput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { answerSourceOfFunds } from '../api/funds.ts';

type Origin = CallInput<'POST user/source_of_funds'>['origin'];
const ORIGINS: readonly Origin[] = [
  'salary',
  'business',
  'savings',
  'trading',
  'sale',
  'inheritance',
  'gift',
  'other',
];
const SHORTEST = 10;
const LONGEST = 2_000;

/** Where money comes from, in a choice, a few words and pictures. Needs the namespace `identity`. */
export function FundsForm({
  note,
  pictures,
  renderPictures,
  onSent,
}: {
  /** The operator's own words. */
  readonly note: string | null;
  readonly pictures: readonly number[];
  readonly renderPictures: ReactNode;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation('identity');
  const [origin, setOrigin] = useState<Origin>('salary');
  const [text, setText] = useState('');
  const problems = text.trim().length < SHORTEST ? [{ code: 'text_required', field: 'text' } as const] : [];
  const { blocker, shown, leave, guard } = useForm(problems);
  const { busy, error, submit } = useSubmit(async () => {
    await answerSourceOfFunds({
      origin,
      text,
      ...(pictures.length === 0 ? {} : { picture_ids: pictures.join(',') }),
    });
    onSent();
  });
  return (
    <Refusals error={error} fields={{ text: 'text' }}>
      <form className="stack-4" onSubmit={guard(submit)} noValidate aria-label={t('funds.title')}>
        <p className="soft">{t('funds.lead')}</p>
        {note === null ? null : <p className="note">{t('rejection.note', { note })}</p>}
        <SelectField
          label={t('funds.origin')}
          name="origin"
          value={origin}
          onChange={value => setOrigin(ORIGINS.find(one => one === value) ?? 'other')}
        >
          {ORIGINS.map(one => (
            <option key={one} value={one}>
              {t(`funds.origins.${one}`)}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={t('funds.text')}
          hint={t('funds.hint')}
          name="text"
          value={text}
          error={shown('text') && t('funds.textRequired')}
          maxLength={LONGEST}
          onChange={setText}
          onBlur={() => leave('text')}
        />
        {renderPictures}
        <RefusalNote />
        <p className="note flex-2">
          <ShieldCheck size={16} aria-hidden="true" />
          {t('privacy')}
        </p>
        <SubmitButton block busy={busy} problem={blocker ? t('funds.textRequired') : undefined}>
          {t('submit')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
