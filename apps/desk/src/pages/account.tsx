import { t, word } from '#i18n/texts.ts';
import { chooseTheme, THEMES, useThemeChoice } from '#lib/theme.ts';
import { useMe } from '#lib/use-desk.ts';
import { Tabs } from '#ui/field.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { PasswordForm } from '../features/operator/password-form.tsx';
import { TotpSetup } from '../features/operator/totp-setup.tsx';

export function AccountPage() {
  const { me } = useMe();
  const theme = useThemeChoice();
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
        <Card title={t('account.theme')}>
          <Tabs
            label={t('account.theme')}
            value={theme}
            options={THEMES.map(value => ({ value, label: t(`account.${value}`) }))}
            onChange={chooseTheme}
          />
        </Card>
      </div>
    </Page>
  );
}
