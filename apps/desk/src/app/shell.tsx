import type { DeskOutput } from '@tallystick/protocol/desk';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import { Menu, X, type LucideIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { setToken } from '#lib/session.ts';
import { useDesk } from '#lib/use-desk.ts';
import { useNames } from '#lib/use-names.ts';
import { Button } from '#ui/button.tsx';
import { QUEUE_ICONS } from '#ui/queue-icons.ts';
import { Badge } from '#ui/page.tsx';
import { Toasts } from '#ui/toast.tsx';
import { ClockStop } from '../features/clock/clock-stop.tsx';
import { NAV } from './nav.ts';
import { Pages } from './routes.tsx';

type Me = DeskOutput<'GET desk/me'>;

function logOut(): void {
  // Built before the session ends, because the call carries its token.
  const ending = callDesk('POST desk/logout', {});
  // The session ends here at once and aborts pending calls, so that none is refused later.
  setToken(null);
  // Errors do not matter: the server's session expires by itself.
  ending.catch(() => undefined);
}

export function Shell({ me }: { readonly me: Me }) {
  const [open, setOpen] = useState(false);
  const { data: settings } = useDesk('GET desk/settings', {});
  // Loaded before the first page that needs them.
  useNames();
  return (
    <div className="shell">
      <a className="skip" href="#content" onClick={skipToContent}>
        {t('app.skip')}
      </a>
      <div className="top">
        <Brand demo={me.mode === 'demo'} />
        <button
          type="button"
          className="icon-button"
          aria-label={t('app.menu')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <X size={20} /> : <Menu size={20} />}
        </button>
      </div>
      <div className="side" data-open={open}>
        <Brand demo={me.mode === 'demo'} />
        <Navigation me={me} onGo={() => setOpen(false)} />
        <div className="who">
          <Link to="/account" onClick={() => setOpen(false)}>
            <span>
              {me.operator.name}
              <br />
              <small className="quiet">{word('roles', me.operator.role)}</small>
            </span>
          </Link>
          <Button small onClick={logOut}>
            {t('actions.logout')}
          </Button>
          <small className="quiet">{t('app.promise')}</small>
        </div>
      </div>
      <main className="main" id="content" tabIndex={-1}>
        <ClockStop />
        {settings?.maintenance.on === true ? <p className="banner">{t('app.maintenance')}</p> : null}
        <Suspense>
          <Pages />
        </Suspense>
      </main>
      <Toasts />
    </div>
  );
}

/** The router owns the address bar, so the link only moves the focus. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Brand({ demo }: { readonly demo: boolean }) {
  return (
    <div className="brand">
      <span>
        <b>{t('app.name')}</b> {t('app.title')}
      </span>
      {demo ? <Badge tone="warn">{t('app.demo')}</Badge> : null}
    </div>
  );
}

function Navigation({ me, onGo }: { readonly me: Me; readonly onGo: () => void }) {
  const { data: queues } = useDesk('GET desk/queues', {});
  const { data: proposals } = useDesk('GET desk/proposals', {});
  const { data: chats } = useDesk('GET desk/chat_figures', {});
  const counts: Readonly<Record<string, number | undefined>> = {
    '/approvals': proposals?.open_count,
    '/chats': chats?.waiting,
  };
  return (
    <nav aria-label={t('app.menu')}>
      {NAV.map(group => (
        <div key={group.title}>
          <h2>{t(group.title)}</h2>
          <ul>
            {group.items
              .filter(item => isAllowed(me.operator.role, item.right))
              .filter(item => item.demo !== true || me.mode === 'demo')
              .map(item => (
                <Entry
                  key={item.path}
                  path={item.path}
                  title={t(item.title)}
                  icon={item.icon}
                  onGo={onGo}
                  count={counts[item.path] ?? 0}
                />
              ))}
            {group.title === 'nav.work'
              ? queues?.items.map(queue => (
                  <Entry
                    key={queue.name}
                    path={`/queues/${queue.name}`}
                    title={t(`queues.${queue.name}`)}
                    icon={QUEUE_ICONS[queue.name]}
                    onGo={onGo}
                    count={queue.waiting}
                  />
                ))
              : null}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Entry({
  path,
  title,
  icon: Icon,
  count,
  onGo,
}: {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly count: number;
  readonly onGo: () => void;
}) {
  const { pathname } = useLocation();
  const here = path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);
  return (
    <li>
      <Link to={path} aria-current={here ? 'page' : undefined} onClick={onGo}>
        <Icon size={17} aria-hidden="true" />
        {title}
        {count > 0 ? <Badge tone="warn">{count}</Badge> : null}
      </Link>
    </li>
  );
}
