import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { useTranslation } from '#i18n/use-translation.ts';
import { useFreshUser } from '#lib/use-fresh-user.ts';
import { paths, tabPaths } from '../../lib/paths.ts';
import { homePage, OtherPages } from '../routes.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FrozenStrip } from './frozen-strip.tsx';
import { TermsStrip } from './terms-strip.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Offers } from './offers.tsx';
import { PageLoading } from './page-loading.tsx';
import { SessionWatch } from './session-watch.tsx';
import styles from './shell.module.css';
import { TabBar } from './tab-bar.tsx';
import { useInstalled } from './use-installed.ts';
import { useKeptTimers } from './use-kept-timers.ts';
import { usePositionAlerts } from './use-position-alerts.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

/** The frame of every page: banners, error boundary, offers, tab bar. */
export function Shell() {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const isTab = pathname === '/' || tabPaths.includes(pathname);
  useScrollMemory();
  usePositionAlerts();
  useKeptTimers();
  useInstalled();
  useFreshUser();
  const Home = homePage.Component;
  return (
    <div className={styles['shell']} data-tab={isTab}>
      <a
        href="#content"
        className={styles['skip']}
        onClick={event => {
          // The hash belongs to the router: move the focus instead of following the link.
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('actions.skip')}
      </a>
      <SessionWatch />
      <OfflineBanner />
      <FrozenStrip />
      <TermsStrip />
      <ErrorBoundary key={pathname}>
        <Suspense key={pathname} fallback={<PageLoading />}>
          <Routes>
            <Route path="/" element={<Home />} />
            <Route path={paths.home.path} element={<Home />} />
            <Route path="*" element={<OtherPages />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <Offers pathname={pathname} />
      <TabBar railOnly={!isTab} />
    </div>
  );
}
