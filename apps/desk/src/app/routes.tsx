import { lazy } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useMe } from '#lib/use-desk.ts';
import { ForbiddenPage } from '../pages/forbidden.tsx';
import { OverviewPage } from '../pages/overview.tsx';
import { entryOf } from './nav.ts';

const ApprovalsPage = lazy(() => import('../pages/approvals.tsx').then(m => ({ default: m.ApprovalsPage })));
const CustomersPage = lazy(() => import('../pages/customers.tsx').then(m => ({ default: m.CustomersPage })));
const CustomerPage = lazy(() => import('../pages/customer.tsx').then(m => ({ default: m.CustomerPage })));
const ChatsPage = lazy(() => import('../pages/chats.tsx').then(m => ({ default: m.ChatsPage })));
const MarketsPage = lazy(() => import('../pages/markets.tsx').then(m => ({ default: m.MarketsPage })));
const ContractsPage = lazy(() => import('../pages/perpetual.tsx').then(m => ({ default: m.ContractsPage })));
const OptionsPage = lazy(() => import('../pages/options.tsx').then(m => ({ default: m.OptionsPage })));
const SettingsPage = lazy(() => import('../pages/settings.tsx').then(m => ({ default: m.SettingsPage })));
const NoticesPage = lazy(() => import('../pages/notices.tsx').then(m => ({ default: m.NoticesPage })));
const ArticlesPage = lazy(() => import('../pages/articles.tsx').then(m => ({ default: m.ArticlesPage })));
const ArticlePage = lazy(() => import('../pages/article.tsx').then(m => ({ default: m.ArticlePage })));
const TrustPage = lazy(() => import('../pages/trust.tsx').then(m => ({ default: m.TrustPage })));
const LaunchesPage = lazy(() => import('../pages/launches.tsx').then(m => ({ default: m.LaunchesPage })));
const HousePage = lazy(() => import('../pages/house.tsx').then(m => ({ default: m.HousePage })));
const CorrectionsPage = lazy(() =>
  import('../pages/corrections.tsx').then(m => ({ default: m.CorrectionsPage })),
);
const ReferralPage = lazy(() => import('../pages/referral.tsx').then(m => ({ default: m.ReferralPage })));
const AlertsPage = lazy(() => import('../pages/alerts.tsx').then(m => ({ default: m.AlertsPage })));
const SolvencyPage = lazy(() => import('../pages/solvency.tsx').then(m => ({ default: m.SolvencyPage })));
const AuditPage = lazy(() => import('../pages/audit.tsx').then(m => ({ default: m.AuditPage })));
const ClockPage = lazy(() => import('../pages/clock.tsx').then(m => ({ default: m.ClockPage })));
const IncidentsPage = lazy(() => import('../pages/incidents.tsx').then(m => ({ default: m.IncidentsPage })));
const ErrorsPage = lazy(() => import('../pages/errors.tsx').then(m => ({ default: m.ErrorsPage })));
const OutboxPage = lazy(() => import('../pages/outbox.tsx').then(m => ({ default: m.OutboxPage })));
const OperatorsPage = lazy(() => import('../pages/operators.tsx').then(m => ({ default: m.OperatorsPage })));
const AccountPage = lazy(() => import('../pages/account.tsx').then(m => ({ default: m.AccountPage })));
const QueuePage = lazy(() => import('../pages/queue.tsx').then(m => ({ default: m.QueuePage })));
const QueueItemPage = lazy(() => import('../pages/queue-item.tsx').then(m => ({ default: m.QueueItemPage })));

export function Pages() {
  const { may } = useMe();
  const entry = entryOf(useLocation().pathname);
  // Not even its filters and buttons: the server would refuse everything behind them.
  if (entry !== null && !may(entry.right)) return <ForbiddenPage {...entry} />;
  return (
    <Routes>
      <Route path="/" element={<OverviewPage />} />
      <Route path="/approvals" element={<ApprovalsPage />} />
      <Route path="/customers" element={<CustomersPage />} />
      <Route path="/customers/:id" element={<CustomerPage />} />
      <Route path="/chats" element={<ChatsPage />} />
      <Route path="/chats/:id" element={<ChatsPage />} />
      <Route path="/markets" element={<MarketsPage />} />
      <Route path="/contracts" element={<ContractsPage />} />
      <Route path="/options" element={<OptionsPage />} />
      <Route path="/trust" element={<TrustPage />} />
      <Route path="/launches" element={<LaunchesPage />} />
      <Route path="/house" element={<HousePage />} />
      <Route path="/corrections" element={<CorrectionsPage />} />
      <Route path="/referral" element={<ReferralPage />} />
      <Route path="/alerts" element={<AlertsPage />} />
      <Route path="/settings" element={<SettingsPage />} />
      <Route path="/notices" element={<NoticesPage />} />
      <Route path="/articles" element={<ArticlesPage />} />
      <Route path="/articles/:slug" element={<ArticlePage />} />
      <Route path="/solvency" element={<SolvencyPage />} />
      <Route path="/audit" element={<AuditPage />} />
      <Route path="/clock" element={<ClockPage />} />
      <Route path="/incidents" element={<IncidentsPage />} />
      <Route path="/errors" element={<ErrorsPage />} />
      <Route path="/outbox" element={<OutboxPage />} />
      <Route path="/operators" element={<OperatorsPage />} />
      <Route path="/account" element={<AccountPage />} />
      <Route path="/queues/:queue" element={<QueuePage />} />
      <Route path="/queues/:queue/:id" element={<QueueItemPage />} />
      <Route path="*" element={<OverviewPage />} />
    </Routes>
  );
}
