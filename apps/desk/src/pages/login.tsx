import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk, DeskError } from '#lib/api.ts';
import { setToken } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Problem } from '#ui/states.tsx';
import { InvitationPage, openedInvitation } from './invitation.tsx';
import { LoginLink, openedLink } from './login-link.tsx';

/** The code is missing, or password and code are checked together. */
const ASKS_CODE: readonly string[] = ['totp_required', 'login_limited'];

export function LoginPage() {
  const [link, setLink] = useState(openedLink);
  const [invitation, setInvitation] = useState(openedInvitation);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const login = useMutation({
    mutationFn: () => callDesk('POST desk/login', { name, password, ...(code === '' ? {} : { code }) }),
    onSuccess: ({ token }) => setToken(token),
    onError: error => {
      if (error instanceof DeskError && ASKS_CODE.includes(error.code)) setAsksCode(true);
    },
  });
  if (invitation !== null) return <InvitationPage token={invitation} onDone={() => setInvitation(null)} />;
  if (link !== null) return <LoginLink token={link} onDone={() => setLink(null)} />;
  const limited = login.error instanceof DeskError && login.error.code === 'login_limited';
  const asking = login.error instanceof DeskError && login.error.code === 'totp_required';
  return (
    <main className="login">
      <Form className="card" aria-label={t('login.title')} busy={login.isPending} onSend={login.mutate}>
        <div className="brand">
          <span>
            <b>{t('app.name')}</b> {t('app.title')}
          </span>
        </div>
        <h1>{t('login.title')}</h1>
        <Field
          label={t('login.name')}
          value={name}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          onChange={setName}
        />
        <Field
          label={t('login.password')}
          type="password"
          value={password}
          autoComplete="current-password"
          required
          onChange={setPassword}
        />
        {asksCode ? (
          <Field
            label={t('login.code')}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            required={!limited}
            onChange={setCode}
          />
        ) : null}
        <Problem error={asking ? null : login.error} />
        {limited ? <p>{t('login.limited')}</p> : null}
        <Button type="submit" tone="main" busy={login.isPending}>
          {t('login.submit')}
        </Button>
        <small className="quiet">{t('app.promise')}</small>
      </Form>
    </main>
  );
}
