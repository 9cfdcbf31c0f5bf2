import { useState } from 'react';
import { textLanguage } from '#i18n/texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { namedCountries } from '#lib/countries.ts';
import { languageTag } from '#i18n/languages.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { TextField } from '#ui/field.tsx';
import { RefusalNote, Refusals } from '#ui/refusal.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { sendPapers, type Challenge, type Recovery } from '../api/calls.ts';
import { LivePicture } from './live-picture.tsx';
import styles from './recovery.module.css';

export interface PapersFormProps {
  readonly challenge: Challenge;
  /** Converts a file for sending; null if it is not a picture. */
  readonly prepare: (file: File) => Promise<Blob | null>;
  readonly onSent: (recovery: Recovery) => void;
}

/** Instructions, personal data and the picture. Needs the namespace `recovery`. */
export function PapersForm({ challenge, prepare, onSent }: PapersFormProps) {
  const { t } = useTranslation('recovery');
  const [country, setCountry] = useState('');
  const [fullName, setFullName] = useState('');
  const [idNumber, setIdNumber] = useState('');
  const [picture, setPicture] = useState<Blob>();
  const [wrong, setWrong] = useState(false);
  const { blocker, guard } = useForm([
    ...(country === '' ? [{ code: 'needCountry', field: 'country' } as const] : []),
    ...(fullName.trim() === '' ? [{ code: 'needName', field: 'full_name' } as const] : []),
    ...(idNumber.trim() === '' ? [{ code: 'needNumber', field: 'id_number' } as const] : []),
    ...(picture === undefined ? [{ code: 'needPicture', field: 'picture' } as const] : []),
  ]);
  const { busy, error, submit } = useSubmit(async () => {
    if (picture === undefined) return;
    onSent(await sendPapers({ challenge: challenge.challenge, country, fullName, idNumber, picture }));
  });
  const take = async (file: File) => {
    const ready = await prepare(file);
    setWrong(ready === null);
    setPicture(ready ?? undefined);
  };
  return (
    <Refusals error={error} fields={{ full_name: 'full_name', id_number: 'id_number' }}>
      <form className="stack-4 cols-1" onSubmit={guard(submit)} noValidate aria-label={t('title')}>
        <SelectField label={t('form.country')} name="country" value={country} onChange={setCountry}>
          <option value="">{t('form.choose')}</option>
          {namedCountries(languageTag(textLanguage())).map(one => (
            <option key={one.country} value={one.country}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('form.name')}
          hint={t('form.nameHint')}
          name="full_name"
          autoComplete="name"
          maxLength={120}
          value={fullName}
          onChange={setFullName}
        />
        <TextField
          label={t('form.number')}
          name="id_number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={idNumber}
          onChange={setIdNumber}
        />
        <div className={styles['shown']}>
          <span>{t('form.write')}</span>
          <output className={styles['code']}>{challenge.code}</output>
          <span className="weight-600">{t(`gestures.${challenge.gesture}`)}</span>
          <span className="note">
            {t('form.minutes', { minutes: Math.round(challenge.expires_in_s / 60) })}
          </span>
        </div>
        <LivePicture picture={picture} onTaken={file => void take(file)} />
        {wrong ? (
          <p role="alert" className={styles['warn']}>
            {t('form.notPicture')}
          </p>
        ) : null}
        <RefusalNote />
        <SubmitButton block busy={busy} problem={blocker && t(`form.${blocker.code}`)}>
          {t('form.send')}
        </SubmitButton>
      </form>
    </Refusals>
  );
}
