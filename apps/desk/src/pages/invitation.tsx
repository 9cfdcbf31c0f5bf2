import { useMutation } from '@tanstack/react-query';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk, DeskError } from '#lib/api.ts';
import { setToken } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Problem } from '#ui/states.tsx';
import { arePasswordsDifferent, PasswordFields } from '../features/operator/password-fields.tsx';
import { TotpSecret } from '../features/operator/totp-setup.tsx';

type Opened = DeskOutput<'POST desk/invitation_open'>;

const MARK = '#invitation=';
/** The opened link's state, in case the page is reloaded. For this tab only. */
const KEPT = 'tallystick-desk-invitation';

/** The token of a new operator's link that is open or was opened in this tab; null if there is none. */
export function openedInvitation(): string | null {
  if (location.hash.startsWith(MARK)) return location.hash.slice(MARK.length);
  return sessionStorage.getItem(KEPT) === null ? null : '';
}

function kept(): Opened | null {
  if (location.hash.startsWith(MARK)) return null;
  const text = sessionStorage.getItem(KEPT);
  return text === null ? null : (JSON.parse(text) as Opened);
}

/** Used by a tap, not by opening, because mail programs open links themselves. `onDone`: also called when skipped. */
export function InvitationPage({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [opened, setOpened] = useState(kept);
  const leave = () => {
    sessionStorage.removeItem(KEPT);
    location.replace('#/');
    onDone();
  };
  const opening = useMutation({
    mutationFn: () => callDesk('POST desk/invitation_open', { token }),
    onSuccess: answer => {
      sessionStorage.setItem(KEPT, JSON.stringify(answer));
      location.replace('#/');
      setOpened(answer);
    },
  });
  if (opened !== null) return <Join opened={opened} onLeave={leave} />;
  return (
    <main className="login">
      <section className="card" aria-label={t('invitation.title')}>
        <h1>{t('invitation.title')}</h1>
        <p>{t('invitation.text')}</p>
        <Problem error={opening.error} />
        <Button tone="main" busy={opening.isPending} onClick={() => opening.mutate()}>
          {t('invitation.open')}
        </Button>
        <Button onClick={leave}>{t('invitation.other')}</Button>
      </section>
    </main>
  );
}

function Join({ opened, onLeave }: { readonly opened: Opened; readonly onLeave: () => void }) {
  const { name, role, setup_token, totp } = opened;
  const [typed, setTyped] = useState({ fresh: '', repeat: '', code: '' });
  const join = useMutation({
    mutationFn: () =>
      callDesk('POST desk/invitation_accept', {
        setup_token,
        password: typed.fresh,
        re_password: typed.repeat,
        code: typed.code,
      }),
    onSuccess: ({ token }) => {
      sessionStorage.removeItem(KEPT);
      setToken(token);
    },
  });
  // Only then: until then nothing else leads to the account.
  const expired = join.error instanceof DeskError && join.error.code === 'invitation_expired';
  const differ = arePasswordsDifferent(typed);
  return (
    <main className="login">
      <Form
        className="card"
        aria-label={t('invitation.title')}
        busy={differ || join.isPending}
        onSend={join.mutate}
      >
        <h1>{t('invitation.title')}</h1>
        <p>{t('invitation.welcome', { name, role: word('roles', role) })}</p>
        <p className="quiet">{t('invitation.choose')}</p>
        {/* For password managers, which store the name with the password. */}
        <input type="hidden" name="username" autoComplete="username" value={name} />
        <PasswordFields typed={typed} onChange={setTyped} />
        {totp === null ? <p>{t('invitation.keepsTotp')}</p> : <TotpSecret {...totp} />}
        <Field
          label={t(totp === null ? 'login.code' : 'account.enter')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={typed.code}
          onChange={code => setTyped({ ...typed, code })}
        />
        <Problem error={join.error} />
        <Button type="submit" tone="main" busy={join.isPending} disabled={differ}>
          {t('invitation.join')}
        </Button>
        {expired ? <Button onClick={onLeave}>{t('invitation.other')}</Button> : null}
      </Form>
    </main>
  );
}
