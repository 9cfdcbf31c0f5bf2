import {
  Fingerprint,
  KeyRound,
  MailCheck,
  MonitorSmartphone,
  ShieldEllipsis,
  ShieldHalf,
  Smartphone,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { SettingsGroup } from '#ui/settings-group.tsx';
import { useSecurity } from '#features/security/api/security.ts';
import { RecoveryNotice } from '#features/recovery/components/recovery-notice.tsx';
import { FrozenNotice } from '#features/security/components/frozen-notice.tsx';
import { HoldNotice } from '#features/security/components/hold-notice.tsx';
import { PasskeysSheet } from '#features/security/components/passkeys-sheet.tsx';
import { PhraseSheet } from '#features/security/components/phrase-sheet.tsx';
import { ProtectionCard } from '#features/security/components/protection-card.tsx';
import { TwoFactorManage } from '#features/security/components/two-factor-manage.tsx';
import { TwoFactorSetup } from '#features/security/components/two-factor-setup.tsx';
import { Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { Pending, SkeletonRows } from '#ui/states.tsx';

type Open = 'setup' | 'manage' | 'passkeys' | 'phrase' | undefined;

const iconProps = { size: 19, strokeWidth: 1.7, 'aria-hidden': true } as const;

export function Page() {
  const { t } = useTranslation(['security', 'limit']);
  const { data, error, refetch } = useSecurity();
  const [open, setOpen] = useState<Open>(undefined);
  const close = () => setOpen(undefined);

  const setWord = (isSet: boolean) => t(isSet ? 'state.set' : 'state.notSet');
  return (
    <Frame title={t('title')} width="narrow">
      {data === undefined ? (
        <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={6} />} />
      ) : (
        <>
          {data.frozen ? (
            <FrozenNotice frozen={data.frozen} needsTwoFactor={data.two_factor_since_ms !== null} />
          ) : null}
          {data.two_factor_since_ms === null ? null : <RecoveryNotice />}
          {data.withdrawal_hold ? <HoldNotice hold={data.withdrawal_hold} /> : null}
          <ProtectionCard overview={data} />

          <SettingsGroup title={t('groups.login')}>
            <Row
              to={paths.changePassword.getHref()}
              icon={<KeyRound {...iconProps} />}
              title={t('password.title')}
              detail={t('password.changed', { date: formatDate(data.password_changed_at_ms, 'date') })}
            />
            <Row
              onClick={() => setOpen(data.two_factor_since_ms === null ? 'setup' : 'manage')}
              icon={<Smartphone {...iconProps} />}
              title={t('twoFactor.title')}
              detail={t('twoFactor.text')}
              value={t(data.two_factor_since_ms === null ? 'state.off' : 'state.on')}
            />
            <Row
              onClick={() => setOpen('passkeys')}
              icon={<Fingerprint {...iconProps} />}
              title={t('passkeys.title')}
              detail={t('passkeys.text')}
              value={data.passkeys.length === 0 ? t('state.notSet') : data.passkeys.length}
            />
          </SettingsGroup>

          <SettingsGroup title={t('groups.money')}>
            <Row
              to={paths.changePayPassword.getHref()}
              icon={<ShieldEllipsis {...iconProps} />}
              title={t('fund.title')}
              detail={t('fund.text')}
              value={setWord(data.fund_password_changed_at_ms !== null)}
            />
            <Row
              to={paths.limits.getHref()}
              icon={<ShieldHalf {...iconProps} />}
              title={t('limit:title')}
              detail={t('limit:short')}
            />
          </SettingsGroup>

          <SettingsGroup title={t('groups.watch')}>
            <Row
              onClick={() => setOpen('phrase')}
              icon={<MailCheck {...iconProps} />}
              title={t('phrase.title')}
              detail={t('phrase.text')}
              value={data.anti_phishing ?? t('state.notSet')}
            />
            <Row
              to={paths.settingsAccount.getHref()}
              icon={<MonitorSmartphone {...iconProps} />}
              title={t('devices.title')}
              detail={t('devices.text')}
            />
          </SettingsGroup>

          {open === 'setup' ? <TwoFactorSetup onClose={close} /> : null}
          {open === 'manage' ? <TwoFactorManage left={data.recovery_codes_left} onClose={close} /> : null}
          {open === 'passkeys' ? <PasskeysSheet passkeys={data.passkeys} onClose={close} /> : null}
          {open === 'phrase' ? <PhraseSheet current={data.anti_phishing} onClose={close} /> : null}
        </>
      )}
    </Frame>
  );
}
