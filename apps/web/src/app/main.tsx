import { createRoot } from 'react-dom/client';
import { chosenLanguage, startLanguage } from '#i18n/setup.ts';
import { STORED_VERSION } from '#lib/app-config.ts';
import { takeInvitation } from '#lib/invitation-link.ts';
import { applySettings } from '#lib/settings.ts';
import { watchSheetHistory } from '#lib/sheet-history.ts';
import { writeStored } from '#lib/storage.ts';
import '@tallystick/typeface/typeface.css';
import '#ui/boot.css';
import '#ui/tokens.css';
import { showBootFailure } from './boot-failure.ts';
import { paths } from './paths.ts';
import { Providers } from './providers.tsx';
import { preloadFirstPage, preloadTabs } from './routes.ts';
import { Shell } from './shell/shell.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

writeStored('version', STORED_VERSION);
applySettings();
takeInvitation(paths.register.path);
watchSheetHistory();
preloadFirstPage();
try {
  await startLanguage();
  createRoot(container).render(
    <Providers>
      <Shell />
    </Providers>,
  );
  preloadTabs();
} catch (error) {
  showBootFailure(container, chosenLanguage() ?? 'en');
  // Into the console, for whoever is asked why.
  reportError(error);
}
