import { useMutation } from '@tanstack/react-query';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Problem } from '#ui/states.tsx';

const MARK = '#link=';

/** The token of an open link from the host; null if there is none. */
export function openedLink(): string | null {
  return location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : null;
}

/** Used by a tap, not by opening. `onDone`: also called when skipped. */
export function LoginLink({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const leave = () => {
    location.replace('#/');
    onDone();
  };
  const opening = useMutation({
    mutationFn: () => callDesk('POST desk/login_link_open', { token }),
    onSuccess: leave,
  });
  return (
    <main className="login">
      <section className="card" aria-label={t('login.linkTitle')}>
        <h1>{t('login.linkTitle')}</h1>
        <p>{t('login.linkText')}</p>
        <Problem error={opening.error} />
        <Button tone="main" busy={opening.isPending} onClick={() => opening.mutate()}>
          {t('login.linkOpen')}
        </Button>
        <Button onClick={leave}>{t('login.linkOther')}</Button>
      </section>
    </main>
  );
}
