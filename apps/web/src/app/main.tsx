import { createRoot } from 'react-dom/client';
import { startLanguage } from '#i18n/setup.ts';
import { STORED_VERSION } from '#lib/app-config.ts';
import { applySettings } from '#lib/settings.ts';
import { writeStored } from '#lib/storage.ts';
import '#ui/tokens.css';
import { Providers } from './providers.tsx';
import { preloadFirstPage, preloadTabs } from './routes.ts';
import { Shell } from './shell/shell.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

writeStored('version', STORED_VERSION);
applySettings();
preloadFirstPage();
await startLanguage();
createRoot(container).render(
  <Providers>
    <Shell />
  </Providers>,
);
preloadTabs();
