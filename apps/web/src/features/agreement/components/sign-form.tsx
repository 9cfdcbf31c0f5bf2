import { useState, type FormEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useGuardedSubmit } from '#lib/use-guarded-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { signAgreement, type AgreementInfo } from '../api/calls.ts';
import { signaturePicture } from '../model/draw.ts';
import { isSignature, type Stroke } from '../model/strokes.ts';
import { ErrorWords } from '#ui/why.tsx';
import styles from './sign-form.module.css';
import { SignaturePad } from './signature-pad.tsx';

export interface SignFormProps {
  readonly info: AgreementInfo;
  /** Uploads the drawn signature and answers its id. */
  readonly upload: (picture: Blob) => Promise<number>;
  readonly onSigned: () => void;
}

/** Signature, tick, and the deed. Needs the namespace `identity`. */
export function SignForm({ info, upload, onSigned }: SignFormProps) {
  const { t } = useTranslation('identity');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [typed, setTyped] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const name = typed.trim();
  const signed = strokes.length > 0 ? isSignature(strokes) : name.length > 1;
  const problem = !signed ? t('agreement.notDrawn') : !agreed ? t('agreement.notAgreed') : undefined;
  const { busy, error, submit } = useGuardedSubmit(async () => {
    const pictureId = await upload(await signaturePicture(strokes, name));
    const { version, sha256 } = info;
    await signAgreement({ version, sha256, picture_id: pictureId, agreement: true });
    onSigned();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (problem) setTried(true);
    else submit();
  };
  return (
    <form className={styles['form']} onSubmit={onSubmit} noValidate aria-label={t('agreement.title')}>
      <SignaturePad
        strokes={strokes}
        typed={typed}
        error={tried && !signed ? t('agreement.notDrawn') : undefined}
        onDraw={setStrokes}
        onType={setTyped}
      />
      <Checkbox checked={agreed} onChange={setAgreed} name="agreement">
        {t('agreement.agree')}
      </Checkbox>
      {error === undefined ? null : (
        <p role="alert" className={styles['error']}>
          <ErrorWords error={error} />
        </p>
      )}
      <SubmitButton block busy={busy} problem={problem}>
        {t('agreement.submit')}
      </SubmitButton>
    </form>
  );
}
