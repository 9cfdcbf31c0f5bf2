import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { signAgreement, type AgreementInfo } from '../api/calls.ts';
import { signaturePicture } from '../model/draw.ts';
import { isSignature, type Stroke } from '../model/strokes.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from './sign-form.module.css';
import { SignaturePad } from './signature-pad.tsx';

export interface SignFormProps {
  readonly info: AgreementInfo;
  /** Uploads the drawn signature and returns its id. */
  readonly upload: (picture: Blob) => Promise<number>;
  readonly onSigned: () => void;
}

/** Signature, checkbox and button. Needs the namespace `identity`. */
export function SignForm({ info, upload, onSigned }: SignFormProps) {
  const { t } = useTranslation('identity');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [typed, setTyped] = useState('');
  const [agreed, setAgreed] = useState(false);
  const name = typed.trim();
  const signed = strokes.length > 0 ? isSignature(strokes) : name.length > 1;
  const { blocker, shown, guard } = useForm([
    ...(signed ? [] : [{ code: 'notDrawn', field: 'signature' } as const]),
    ...(agreed ? [] : [{ code: 'notAgreed', field: 'agreement' } as const]),
  ]);
  const { busy, error, submit } = useSubmit(async () => {
    const pictureId = await upload(await signaturePicture(strokes, name));
    const { version, sha256 } = info;
    await signAgreement({ version, sha256, picture_id: pictureId, agreement: true });
    onSigned();
  });
  return (
    <form className="stack-4" onSubmit={guard(submit)} noValidate aria-label={t('agreement.title')}>
      <SignaturePad
        strokes={strokes}
        typed={typed}
        error={shown('signature') && t('agreement.notDrawn')}
        onDraw={setStrokes}
        onType={setTyped}
      />
      <Checkbox checked={agreed} onChange={setAgreed} name="agreement">
        {t('agreement.agree')}
      </Checkbox>
      <FormError error={error} className={styles['error']} />
      <SubmitButton block busy={busy} problem={blocker && t(`agreement.${blocker.code}`)}>
        {t('agreement.submit')}
      </SubmitButton>
    </form>
  );
}
