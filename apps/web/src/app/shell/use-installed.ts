import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { linkManifest } from '#features/installed/model/manifest-link.ts';
import { goneTo, pushAddressChanged } from '#features/installed/model/worker-news.ts';
import { useLanguage } from '#i18n/setup.ts';
import type { ToWorker } from '../../worker/messages.ts';

async function renewAddress(): Promise<void> {
  await (await import('#features/push/calls.ts')).renewAddress();
}

/** Exchanges state between the app, the phone and the service worker. */
export function useInstalled(): void {
  const navigate = useNavigate();
  const language = useLanguage();
  useEffect(() => {
    linkManifest(language);
    // Messages that the worker sends by itself.
    if ('serviceWorker' in navigator) {
      navigator.serviceWorker.controller?.postMessage({ type: 'language', language } satisfies ToWorker, []);
    }
  }, [language]);
  // The next change tries again; until then nothing is pushed, but notices are in the app.
  useEffect(() => pushAddressChanged.listen(() => void renewAddress().catch(reportError)), []);
  useEffect(() => goneTo.listen(route => void navigate(route)), [navigate]);
  useEffect(() => {
    const look = (): void => {
      // Clears the app icon's badge: its notices are visible now.
      if (document.visibilityState === 'visible') navigator.clearAppBadge?.().catch(() => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
