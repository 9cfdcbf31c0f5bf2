import { lazy, type ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useMe } from '#lib/use-desk.ts';
import { ForbiddenPage } from '../pages/forbidden.tsx';
import { OverviewPage } from '../pages/overview.tsx';
import { entryOf } from './nav.ts';

/** A page that is loaded when it is first opened. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const ChatsPage = page(() => import('../pages/chats.tsx'), 'ChatsPage');

const PAGES: Readonly<Record<string, ComponentType>> = {
  '/': OverviewPage,
  '/approvals': page(() => import('../pages/approvals.tsx'), 'ApprovalsPage'),
  '/customers': page(() => import('../pages/customers.tsx'), 'CustomersPage'),
  '/customers/:id': page(() => import('../pages/customer.tsx'), 'CustomerPage'),
  '/chats': ChatsPage,
  '/chats/:id': ChatsPage,
  '/markets': page(() => import('../pages/markets.tsx'), 'MarketsPage'),
  '/contracts': page(() => import('../pages/perpetual.tsx'), 'ContractsPage'),
  '/options': page(() => import('../pages/options.tsx'), 'OptionsPage'),
  '/trust': page(() => import('../pages/trust.tsx'), 'TrustPage'),
  '/launches': page(() => import('../pages/launches.tsx'), 'LaunchesPage'),
  '/house': page(() => import('../pages/house.tsx'), 'HousePage'),
  '/reserves': page(() => import('../pages/reserves.tsx'), 'ReservesPage'),
  '/custody': page(() => import('../pages/custody.tsx'), 'CustodyPage'),
  '/custody/:id': page(() => import('../pages/custody-batch.tsx'), 'CustodyBatchPage'),
  '/corrections': page(() => import('../pages/corrections.tsx'), 'CorrectionsPage'),
  '/referral': page(() => import('../pages/referral.tsx'), 'ReferralPage'),
  '/alerts': page(() => import('../pages/alerts.tsx'), 'AlertsPage'),
  '/settings': page(() => import('../pages/settings.tsx'), 'SettingsPage'),
  '/notices': page(() => import('../pages/notices.tsx'), 'NoticesPage'),
  '/articles': page(() => import('../pages/articles.tsx'), 'ArticlesPage'),
  '/articles/:slug': page(() => import('../pages/article.tsx'), 'ArticlePage'),
  '/solvency': page(() => import('../pages/solvency.tsx'), 'SolvencyPage'),
  '/books': page(() => import('../pages/books.tsx'), 'BooksPage'),
  '/reconciliation': page(() => import('../pages/reconciliation.tsx'), 'ReconciliationPage'),
  '/profit': page(() => import('../pages/profit.tsx'), 'ProfitPage'),
  '/audit': page(() => import('../pages/audit.tsx'), 'AuditPage'),
  '/clock': page(() => import('../pages/clock.tsx'), 'ClockPage'),
  '/incidents': page(() => import('../pages/incidents.tsx'), 'IncidentsPage'),
  '/errors': page(() => import('../pages/errors.tsx'), 'ErrorsPage'),
  '/outbox': page(() => import('../pages/outbox.tsx'), 'OutboxPage'),
  '/operators': page(() => import('../pages/operators.tsx'), 'OperatorsPage'),
  '/account': page(() => import('../pages/account.tsx'), 'AccountPage'),
  '/queues/:queue': page(() => import('../pages/queue.tsx'), 'QueuePage'),
  '/queues/:queue/:id': page(() => import('../pages/queue-item.tsx'), 'QueueItemPage'),
  '*': OverviewPage,
};

export function Pages() {
  const { may } = useMe();
  const entry = entryOf(useLocation().pathname);
  // Not even its filters and buttons: the server would refuse everything behind them.
  if (entry !== null && !may(entry.right)) return <ForbiddenPage {...entry} />;
  return (
    <Routes>
      {Object.entries(PAGES).map(([path, Page]) => (
        <Route key={path} path={path} element={<Page />} />
      ))}
    </Routes>
  );
}
