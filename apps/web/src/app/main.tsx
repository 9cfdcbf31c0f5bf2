import { createRoot } from 'react-dom/client';
import { startWorker } from '#features/installed/api/worker.ts';
import { watchInstall } from '#features/installed/model/install-offer.ts';
import { chosenLanguage, startLanguage } from '#i18n/setup.ts';
import { STORED_VERSION } from '#lib/app-config.ts';
import { applySettings } from '#lib/settings.ts';
import { watchSheetHistory } from '#lib/sheet-history.ts';
import { writeStored } from '#lib/storage.ts';
import '@tallystick/typeface/typeface.css';
import '#ui/boot.css';
import '#ui/tokens.css';
import { showBootFailure } from './boot-failure.ts';
import { keepFirstScreen } from './first-screen.ts';
import { Providers } from './providers.tsx';
import { preloadFirstPage, preloadTabs } from './routes.ts';
import { Shell } from './shell/shell.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

writeStored('version', STORED_VERSION);
applySettings();
watchInstall();
keepFirstScreen();
try {
  const isShared = window.location.search.includes('share_');
  const say = isShared ? (await import('./open-shared.ts')).openShared() : undefined;
  watchSheetHistory();
  preloadFirstPage();
  await startLanguage();
  createRoot(container).render(
    <Providers>
      <Shell />
    </Providers>,
  );
  preloadTabs();
  startWorker();
  await say?.();
} catch (error) {
  showBootFailure(container, chosenLanguage() ?? 'en');
  // Into the console, for whoever is asked why.
  reportError(error);
}
