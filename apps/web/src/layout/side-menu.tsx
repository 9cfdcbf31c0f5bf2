import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  BookUser,
  Coins,
  FileText,
  Gift,
  Headset,
  History,
  IdCard,
  LifeBuoy,
  LogIn,
  LogOut,
  Settings,
  ShieldCheck,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useUnreadAnswers } from '#features/chat/api/calls.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { logOut } from '#lib/log-out.ts';
import { useSession } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, Row } from '#ui/card.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { loginHref, paths } from '../lib/paths.ts';
import styles from './side-menu.module.css';
import { ValuationSheet } from './valuation-sheet.tsx';

interface Entry {
  readonly key:
    | 'deposit'
    | 'withdraw'
    | 'records'
    | 'statement'
    | 'balanceProof'
    | 'referral'
    | 'verification'
    | 'security'
    | 'addresses'
    | 'contact'
    | 'help'
    | 'settings';
  readonly icon: LucideIcon;
  readonly to: string;
}

const funds: readonly Entry[] = [
  { key: 'deposit', icon: ArrowDownToLine, to: paths.deposit.getHref() },
  { key: 'withdraw', icon: ArrowUpFromLine, to: paths.withdraw.getHref() },
  { key: 'records', icon: History, to: paths.records.getHref({ kind: 'deposits' }) },
  { key: 'statement', icon: FileText, to: paths.statement.getHref() },
  { key: 'balanceProof', icon: BadgeCheck, to: paths.balanceProof.getHref() },
  { key: 'addresses', icon: BookUser, to: paths.addresses.getHref() },
];
const account: readonly Entry[] = [
  { key: 'verification', icon: IdCard, to: paths.verification.getHref() },
  { key: 'security', icon: ShieldCheck, to: paths.security.getHref() },
  { key: 'referral', icon: Gift, to: paths.promotion.getHref() },
];
const support: readonly Entry[] = [
  { key: 'help', icon: LifeBuoy, to: paths.helpCenter.getHref() },
  { key: 'contact', icon: Headset, to: paths.helpChat.getHref() },
  { key: 'settings', icon: Settings, to: paths.settings.getHref() },
];

function Who() {
  const { t } = useTranslation('common');
  const session = useSession();
  if (!session) {
    return (
      <div className={styles['who']}>
        <div className={styles['avatar']} aria-hidden="true">
          <UserRound size={22} />
        </div>
        <div className="min-w-0">
          <div className="break-anywhere text-17 weight-650">{t('menu.visitor')}</div>
          <div className={styles['quiet']}>{t('menu.visitorText')}</div>
        </div>
      </div>
    );
  }
  return (
    <div className={styles['who']}>
      <div className={styles['avatar']} aria-hidden="true">
        {session.user.nickname.charAt(0).toUpperCase()}
      </div>
      <div className="min-w-0">
        <div className="break-anywhere text-17 weight-650">{session.user.nickname}</div>
        <div className={styles['quiet']}>{session.user.account}</div>
        <div className={styles['quiet']}>{t('menu.id', { id: session.user.id })}</div>
      </div>
    </div>
  );
}

/** Number of unread answers in the chat. */
function Unread({ count }: { readonly count: number }) {
  const { t } = useTranslation('chat');
  return (
    <span className={styles['unread']}>
      <span className="visually-hidden">{t('unread', { number: count })}</span>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
    </span>
  );
}

export function SideMenu({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const session = useSession();
  const { valuation } = useSettings();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [choosing, setChoosing] = useState(false);
  const unread = useUnreadAnswers();

  const rows = (entries: readonly Entry[]) =>
    entries.map(({ key, icon: Icon, to }) => (
      <Row
        key={key}
        to={to}
        onClick={onClose}
        icon={<Icon size={19} strokeWidth={1.7} aria-hidden="true" />}
        title={t(`menu.${key}`)}
        value={key === 'contact' && unread > 0 ? <Unread count={unread} /> : undefined}
      />
    ));

  return (
    <Sheet open onClose={onClose} title={t('menu.title')} from="left">
      <Who />
      {session ? null : (
        <div className="stack-2 cols-2 mb-2">
          <ButtonLink
            to={loginHref(pathname, search)}
            size="small"
            onClick={onClose}
            icon={<LogIn size={16} />}
          >
            {t('actions.logIn')}
          </ButtonLink>
          <ButtonLink to={paths.register.getHref()} size="small" tone="quiet" onClick={onClose}>
            {t('actions.register')}
          </ButtonLink>
        </div>
      )}
      <h3 className={styles['heading']}>{t('menu.funds')}</h3>
      <List className={styles['list']!}>
        {rows(funds)}
        <Row
          onClick={() => setChoosing(true)}
          icon={<Coins size={19} strokeWidth={1.7} aria-hidden="true" />}
          title={t('menu.valuation')}
          value={valuation}
        />
      </List>
      <h3 className={styles['heading']}>{t('menu.account')}</h3>
      <List className={styles['list']!}>{rows(account)}</List>
      <h3 className={styles['heading']}>{t('menu.support')}</h3>
      <List className={styles['list']!}>{rows(support)}</List>
      {session ? (
        <List className={`${styles['list']} ${styles['last']}`}>
          <Row
            icon={<LogOut size={19} strokeWidth={1.7} aria-hidden="true" />}
            title={t('actions.logOut')}
            onClick={() => {
              onClose();
              void navigate(paths.home.getHref(), { replace: true });
              void logOut();
            }}
          />
        </List>
      ) : null}
      <ValuationSheet open={choosing} onClose={() => setChoosing(false)} />
    </Sheet>
  );
}
