import { createRoot } from 'react-dom/client';
import { adoptVisitorChats } from '#features/chat/api/adopt.ts';
import { watchInstall } from '#features/installed/model/install-offer.ts';
import { chosenLanguage, startLanguage } from '#i18n/setup.ts';
import { STORED_VERSION } from '#lib/app-config.ts';
import { takeInvitation } from '#lib/invitation-link.ts';
import { applySettings } from '#lib/settings.ts';
import { watchSheetHistory } from '#lib/sheet-history.ts';
import { writeStored } from '#lib/storage.ts';
import '@tallystick/typeface/typeface.css';
import '#ui/boot.css';
import '#ui/tokens.css';
import '#ui/utilities.css';
import { showBootFailure } from './boot-failure.ts';
import { paths } from '../lib/paths.ts';
import { Providers } from './providers.tsx';
import { preloadFirstPage, preloadTabs } from './routes.ts';
import { Shell } from './shell/shell.tsx';

/**
 * Registered at the first touch or key, so that visitors who only look at the first page need not load it. A device that
 * has a worker registers at once, because it may be offline.
 */
function keepOnDevice(): void {
  const events = ['pointerdown', 'keydown'] as const;
  const start = (): void => {
    for (const event of events) window.removeEventListener(event, start);
    // Unavailable now: the next visit tries again.
    import('./on-device.ts').then(device => device.startOnDevice()).catch(() => undefined);
  };
  if ('serviceWorker' in navigator && navigator.serviceWorker.controller) start();
  else for (const event of events) window.addEventListener(event, start);
}

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

writeStored('version', STORED_VERSION);
applySettings();
takeInvitation(paths.register.path);
watchInstall();
adoptVisitorChats();
keepOnDevice();
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
  await say?.();
} catch (error) {
  showBootFailure(container, chosenLanguage() ?? 'en');
  // In the console, for support.
  reportError(error);
}
