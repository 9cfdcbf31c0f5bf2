import { t, word } from '#i18n/texts.ts';
import { useMe } from '#lib/use-desk.ts';
import { Badge, Card, Page } from '#ui/page.tsx';
import { PasswordForm } from '../features/operator/password-form.tsx';
import { TotpSetup } from '../features/operator/totp-setup.tsx';

export function AccountPage() {
  const { me } = useMe();
  const on = me?.operator.totp ?? false;
  return (
    <Page
      title={t('nav.account')}
      lead={me === undefined ? undefined : `${me.operator.name} · ${word('roles', me.operator.role)}`}
    >
      <div className="grid-2">
        <Card
          title={t('account.totpTitle')}
          actions={<Badge tone={on ? 'good' : 'warn'}>{t(on ? 'operators.on' : 'operators.off')}</Badge>}
        >
          <p className="quiet">{t(on ? 'account.totpOn' : 'account.totpOff')}</p>
          <TotpSetup again={on} />
        </Card>
        <Card title={t('account.passwordTitle')}>
          <PasswordForm />
        </Card>
      </div>
    </Page>
  );
}
