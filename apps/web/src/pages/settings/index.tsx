import {
  Activity,
  Clock,
  Coins,
  FileSignature,
  Globe,
  Landmark,
  Scale,
  BellRing,
  ShieldCheck,
  Sparkles,
  Trash2,
  UserRound,
} from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { LANGUAGE_NAMES } from '@tallystick/protocol/languages';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { ValuationSheet } from '#layout/valuation-sheet.tsx';
import { AboutSheet } from '#features/account/components/about-sheet.tsx';
import { TextSizeChoice, ThemeChoice } from '#features/account/components/look-choices.tsx';
import { SettingsGroup } from '#ui/settings-group.tsx';
import { UpColourChoice } from '#features/account/components/up-colour-choice.tsx';
import { InstallRow } from '#features/installed/components/install-row.tsx';
import { currentLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { APP_VERSION } from '#lib/app-config.ts';
import { logOut } from '#lib/log-out.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSession } from '#lib/session.ts';
import { changeSettings, useSettings } from '#lib/settings.ts';
import { clearStoredCache } from '#lib/storage.ts';
import { Button } from '#ui/button.tsx';
import { Row } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Switch } from '#ui/switch.tsx';
import { TimeZoneSheet, useZoneLabel } from '#ui/time-zone-sheet.tsx';
import { showToast } from '#ui/toast.ts';

type Open = 'valuation' | 'zone' | 'about' | 'clear' | 'logOut' | undefined;

const iconProps = { size: 19, strokeWidth: 1.7, 'aria-hidden': true } as const;

export function Page() {
  const { t } = useTranslation(['settings', 'common', 'notification', 'display']);
  const navigate = useNavigate();
  const session = useSession();
  const settings = useSettings();
  const [open, setOpen] = useState<Open>(undefined);
  const close = () => setOpen(undefined);
  const zone = useZoneLabel();

  return (
    <Frame title={t('title')} width="narrow">
      {session ? (
        <SettingsGroup title={session.user.nickname}>
          <Row
            to={paths.settingsAccount.getHref()}
            icon={<UserRound {...iconProps} />}
            title={t('account.title')}
          />
          <Row to={paths.security.getHref()} icon={<ShieldCheck {...iconProps} />} title={t('security')} />
          <Row
            to={paths.notificationSettings.getHref()}
            icon={<BellRing {...iconProps} />}
            title={t('notification:title')}
          />
          <Row
            to={paths.signContract.getHref()}
            icon={<FileSignature {...iconProps} />}
            title={t('agreement')}
          />
        </SettingsGroup>
      ) : null}

      <SettingsGroup title={t('display')}>
        <Row
          to={paths.language.getHref()}
          icon={<Globe {...iconProps} />}
          title={t('language')}
          value={LANGUAGE_NAMES[currentLanguage()].name}
        />
        <Row
          onClick={() => setOpen('valuation')}
          icon={<Coins {...iconProps} />}
          title={t('valuation')}
          value={settings.valuation}
        />
        <Row
          onClick={() => setOpen('zone')}
          icon={<Clock {...iconProps} />}
          title={t('display:zone.label')}
          value={zone}
        />
        <UpColourChoice />
        <ThemeChoice />
        <TextSizeChoice />
      </SettingsGroup>

      <SettingsGroup title={t('trading')}>
        <Row
          title={t('confirmOrders')}
          detail={t('confirmOrdersText')}
          value={
            <Switch
              label={t('confirmOrders')}
              checked={settings.confirmOrders}
              onChange={confirmOrders => changeSettings({ confirmOrders })}
            />
          }
        />
      </SettingsGroup>

      <SettingsGroup title={t('common:brand')}>
        <Row to={paths.reserves.getHref()} icon={<Landmark {...iconProps} />} title={t('reserves')} />
        <Row to={paths.status.getHref()} icon={<Activity {...iconProps} />} title={t('status')} />
        <Row to={paths.law.getHref()} icon={<Scale {...iconProps} />} title={t('law')} />
      </SettingsGroup>

      <SettingsGroup title={t('device')}>
        <InstallRow />
        <Row onClick={() => setOpen('clear')} icon={<Trash2 {...iconProps} />} title={t('clear')} />
        <Row
          onClick={() => setOpen('about')}
          icon={<Sparkles {...iconProps} />}
          title={t('about')}
          value={APP_VERSION}
        />
      </SettingsGroup>

      {session ? (
        <Button block tone="danger" onClick={() => setOpen('logOut')}>
          {t('logOut')}
        </Button>
      ) : null}

      <ValuationSheet open={open === 'valuation'} onClose={close} />
      <TimeZoneSheet open={open === 'zone'} onClose={close} />
      <AboutSheet open={open === 'about'} onClose={close} />
      <Confirm
        open={open === 'clear'}
        title={t('clear')}
        confirmLabel={t('clear')}
        onClose={close}
        onConfirm={() => {
          clearStoredCache();
          void queryClient.invalidateQueries();
          close();
          showToast(t('cleared'), 'good');
        }}
      >
        {t('clearText')}
      </Confirm>
      <Confirm
        open={open === 'logOut'}
        title={t('logOut')}
        confirmLabel={t('logOut')}
        tone="danger"
        onClose={close}
        onConfirm={() => {
          close();
          void navigate(paths.home.getHref(), { replace: true });
          void logOut();
        }}
      >
        {t('logOutText')}
      </Confirm>
    </Frame>
  );
}
