import { Copy, Snowflake } from 'lucide-react';
import { useState } from 'react';
import { paths } from '#lib/paths.ts';
import { Page as Frame } from '#ui/page.tsx';
import { AccountHead } from '#features/account/components/account-head.tsx';
import { SettingsGroup } from '#ui/settings-group.tsx';
import { useIdentity } from '#features/identity/api/calls.ts';
import { shownLevel } from '#features/identity/model/level.ts';
import { OwnDataRow } from '#features/own-data/own-data-row.tsx';
import { ContactSheet } from '#features/security/components/contact-sheet.tsx';
import { FreezeSheet } from '#features/security/components/freeze-sheet.tsx';
import { LoginHistory } from '#features/security/components/login-history.tsx';
import { SessionsList } from '#features/security/components/sessions-list.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { copyText } from '#lib/copy.ts';
import { useSession } from '#lib/session.ts';
import { useFreshUser } from '#lib/use-fresh-user.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { formatDate } from '#ui/format.ts';
import { ErrorState, SkeletonRows } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';
import styles from './account.module.css';

type Open = 'email' | 'phone' | 'freeze' | undefined;

/** The customer's account: identity, contacts, and logged-in devices. */
export function Page() {
  const { t } = useTranslation(['settings', 'security', 'common']);
  const [open, setOpen] = useState<Open>(undefined);
  const close = () => setOpen(undefined);
  const session = useSession();
  const { data, error, refetch } = useFreshUser();
  const user = data ?? session?.user;
  const { data: identity } = useIdentity();
  const verification = shownLevel(user?.verification, identity?.level);

  const copyButton = (text: string, label: string) => (
    <IconButton
      label={label}
      onClick={() => {
        void copyText(text).then(done =>
          showToast(t(done ? 'common:states.copied' : 'common:states.copyFailed'), done ? 'good' : 'bad'),
        );
      }}
    >
      <Copy size={16} />
    </IconButton>
  );

  return (
    <Frame title={t('account.title')} width="narrow">
      {error && !user ? <ErrorState error={error} onRetry={refetch} /> : null}
      {user ? (
        <>
          <AccountHead user={user} />
          <List>
            <Row title={t('account.nickname')} value={user.nickname} />
            <Row title={t('account.login')} value={user.account} />
            <Row
              title={t('account.id')}
              value={user.id}
              action={copyButton(String(user.id), t('account.copyId'))}
            />
            <Row
              title={t('account.invitation')}
              value={user.invitation_code}
              action={copyButton(user.invitation_code, t('account.copyInvitation'))}
            />
            <Row
              to={paths.verification.getHref()}
              title={t('account.verification')}
              value={t(`account.${verification}`)}
            />
            <Row title={t('account.since')} value={formatDate(user.created_at_ms, 'date')} />
          </List>

          <div className={styles['groups']}>
            <SettingsGroup title={t('security:contacts.title')}>
              <Row
                title={t('security:contacts.email')}
                value={user.email ?? t('security:contacts.bind')}
                onClick={() => setOpen('email')}
              />
              <Row
                title={t('security:contacts.phone')}
                value={user.phone ?? t('security:contacts.bind')}
                onClick={() => setOpen('phone')}
              />
            </SettingsGroup>
            <section>
              <h2 className={styles['title']}>{t('security:sessions.title')}</h2>
              <SessionsList />
            </section>
            <section>
              <h2 className={styles['title']}>{t('security:history.title')}</h2>
              <LoginHistory />
            </section>
            <List>
              <OwnDataRow to={paths.ownData.getHref()} />
            </List>
            {user.frozen ? null : (
              <Button
                block
                tone="danger"
                icon={<Snowflake size={17} aria-hidden="true" />}
                onClick={() => setOpen('freeze')}
              >
                {t('security:freeze.title')}
              </Button>
            )}
          </div>

          {open === 'email' || open === 'phone' ? (
            <ContactSheet
              key={open}
              kind={open}
              current={user[open]}
              needsTwoFactor={user.two_factor}
              onClose={close}
            />
          ) : null}
          {open === 'freeze' ? <FreezeSheet onClose={close} /> : null}
        </>
      ) : (
        <SkeletonRows count={5} />
      )}
    </Frame>
  );
}
