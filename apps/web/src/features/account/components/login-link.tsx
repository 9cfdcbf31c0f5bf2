import { Mail } from 'lucide-react';
import { useState } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { DemoLabel } from '#ui/demo-label.tsx';
import { sendLoginLink } from '../api/calls.ts';
import { cleanTarget, targetText, validateTarget, type Target } from '../model/target.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from './login-link.module.css';

const MINUTE_S = 60;

/** For owners blocked by others' wrong guesses: a link makes this device known, so that they can log in. */
export function LoginLink({ target }: { readonly target: Target }) {
  const { t } = useTranslation('account');
  const [sent, setSent] = useState<{ to: string; reply: CallOutput<'POST user/login_link'> }>();
  const { busy, error, submit } = useSubmit(async () => {
    const to = cleanTarget(target);
    setSent({ to: targetText(to), reply: await sendLoginLink(to) });
  });
  const reply = sent?.to === targetText(cleanTarget(target)) ? sent.reply : undefined;
  const demoLink = reply?.demo_link ?? null;
  return (
    <section className={styles['card']} aria-label={t('limited.title')}>
      <p className="weight-650">{t('limited.title')}</p>
      {reply === undefined ? (
        <p className="soft text-13">{t('limited.text')}</p>
      ) : (
        <output className="soft text-13">
          {t('limited.sent', { minutes: reply.expires_in_s / MINUTE_S })}{' '}
          {t('limited.again', { minutes: reply.again_in_s / MINUTE_S })}
        </output>
      )}
      <FormError error={error} className={styles['problem']} />
      {reply === undefined ? (
        <Button
          block
          tone="quiet"
          busy={busy}
          icon={<Mail size={18} aria-hidden="true" />}
          onClick={() => void (!validateTarget(target) && submit())}
        >
          {t('limited.send')}
        </Button>
      ) : null}
      {demoLink === null ? null : (
        <p className={styles['demo']}>
          <DemoLabel />
          <a href={demoLink}>{t('limited.open')}</a>
        </p>
      )}
    </section>
  );
}
