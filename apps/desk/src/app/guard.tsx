import { useToken } from '#lib/session.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Loaded } from '#ui/states.tsx';
import { TotpSetup } from '../features/operator/totp-setup.tsx';
import { t } from '#i18n/texts.ts';
import { Card } from '#ui/page.tsx';
import { LoginPage } from '../pages/login.tsx';
import { Shell } from './shell.tsx';

/** The desk needs a session; in live it also needs a second factor. */
export function Guard() {
  const token = useToken();
  return token === null ? <LoginPage /> : <Inside key={token} />;
}

function Inside() {
  const me = useDesk('GET desk/me', {});
  return (
    <Loaded query={me}>
      {data =>
        data.totp_setup_required ? (
          <main className="login">
            <Card title={t('account.totpTitle')}>
              <p>{t('account.totpRequired')}</p>
              <TotpSetup />
            </Card>
          </main>
        ) : (
          <Shell me={data} />
        )
      }
    </Loaded>
  );
}
