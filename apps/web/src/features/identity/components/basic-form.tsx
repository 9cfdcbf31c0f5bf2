import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WireIdentity } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { TextField } from '#ui/field.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { applyBasic } from '../api/calls.ts';
import {
  askedFields,
  basicInput,
  validateBasicForm,
  type BasicField,
  type ChosenPlace,
} from '../model/basic-fields.ts';
import { changeBasicDraft, useBasicDraft } from '../model/draft.ts';
import { KeptField } from './kept-field.tsx';
import { Rejection } from './rejection.tsx';

export interface BasicFormProps {
  readonly basic: WireIdentity['basic'];
  readonly place: ChosenPlace;
  /** Name of the country sent before. */
  readonly keptCountry: string;
  /** Renders the country choice with its error text. */
  readonly renderCountry: (error: string | undefined) => ReactNode;
  /** Region and coordinates, below the address. */
  readonly placeField: ReactNode;
  readonly onSent: () => void;
}

const AUTOCOMPLETE = {
  full_name: 'name',
  birth_date: 'bday',
  id_number: 'off',
  contact_address: 'street-address',
} as const;
const MAX_LENGTH = { full_name: 120, birth_date: 10, id_number: 40, contact_address: 300 } as const;

/** Basic verification; after a rejection only the rejected fields. Needs the namespace `identity`. */
export function BasicForm({ basic, place, keptCountry, renderCountry, placeField, onSent }: BasicFormProps) {
  const { t } = useTranslation('identity');
  const form = useBasicDraft();
  const asked = askedFields(basic);
  const problems = validateBasicForm(form, asked);
  const words = (code: (typeof problems)[number]['code']) => t(`problems.${code}`);
  const { blocker, leave, guard, ...touched } = useForm(problems, {
    kept: [form.touched, touched => changeBasicDraft({ type: 'touched', touched })],
  });
  const shown = (field: BasicField): string | undefined => {
    const problem = touched.shown(field);
    return problem && words(problem.code);
  };
  const { busy, error, submit } = useSubmit(async () => {
    await applyBasic(basicInput(form, asked, place));
    changeBasicDraft({ type: 'emptied' });
    onSent();
  });
  const textField = (field: 'full_name' | 'birth_date' | 'id_number' | 'contact_address') =>
    asked.includes(field) ? (
      <TextField
        label={t(`fields.${field}`)}
        hint={t(`hints.${field}`)}
        name={field}
        value={form[field]}
        error={shown(field)}
        autoComplete={AUTOCOMPLETE[field]}
        maxLength={MAX_LENGTH[field]}
        {...(field === 'birth_date' ? { type: 'date' } : {})}
        autoCapitalize={field === 'id_number' ? 'characters' : 'words'}
        spellCheck={false}
        onChange={value => changeBasicDraft({ type: 'typed', field, value })}
        onBlur={() => leave(field)}
      />
    ) : (
      <KeptField label={t(`fields.${field}`)} value={basic[field] ?? ''} />
    );

  return (
    <Refusals
      error={error}
      fields={{
        country: 'country',
        full_name: 'full_name',
        birth_date: 'birth_date',
        id_number: 'id_number',
        contact_address: 'contact_address',
      }}
    >
      <form className="stack-4" onSubmit={guard(submit)} noValidate aria-label={t('basic.title')}>
        <Rejection level={basic} />
        {asked.includes('country') ? (
          renderCountry(shown('country'))
        ) : (
          <KeptField label={t('fields.country')} value={keptCountry} />
        )}
        {textField('full_name')}
        {textField('birth_date')}
        {textField('id_number')}
        {textField('contact_address')}
        {asked.includes('contact_address') ? placeField : null}
        <RefusalNote />
        <p className="note flex-2">
          <ShieldCheck size={16} aria-hidden="true" />
          {t('privacy')}
        </p>
        <SubmitButton block busy={busy} problem={blocker ? words(blocker.code) : undefined}>
          {t('submit')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
