import { loadNamespaces } from '#i18n/setup.ts';
import { translate } from '#i18n/texts.ts';
import { keepSharedAddress } from '#lib/shared-address.ts';
import { showToast } from '#ui/toast.ts';
import { paths } from '../lib/paths.ts';
import { destinationOf, readShared } from './shared-to-app.ts';

/**
 * Opens the page for shared content before anything else reads the address, and removes the content from it. Returns a
 * message to show once the app has its language.
 */
export function openShared(): (() => Promise<void>) | undefined {
  const shared = readShared(window.location.search);
  if (!shared) return undefined;
  const app = import.meta.env.BASE_URL;
  const found = destinationOf(shared, window.location.origin + app);
  if (found?.address !== undefined) keepSharedAddress(found.address);
  window.history.replaceState(null, '', `${app}#${found?.route ?? paths.home.getHref()}`);
  return found ? undefined : sayNothingFits;
}

async function sayNothingFits(): Promise<void> {
  await loadNamespaces(['installed']);
  showToast(translate('installed:shared.nothing'), 'neutral');
}
