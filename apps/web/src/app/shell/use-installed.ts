import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { linkManifest } from '#features/installed/model/manifest-link.ts';
import { goneTo, pushAddressChanged } from '#features/installed/model/worker-news.ts';
import { useLanguage } from '#i18n/setup.ts';
import type { ToWorker } from '../../worker/messages.ts';

async function renewAddress(): Promise<void> {
  await (await import('#features/push/calls.ts')).renewAddress();
}

/** What the phone and the worker have to know of the app, and what they tell it. */
export function useInstalled(): void {
  const navigate = useNavigate();
  const language = useLanguage();
  useEffect(() => {
    linkManifest(language);
    // For what the worker says by itself.
    if ('serviceWorker' in navigator) {
      navigator.serviceWorker.controller?.postMessage({ type: 'language', language } satisfies ToWorker, []);
    }
  }, [language]);
  // Tried again by the next change; until then nothing is pushed, and the notices are here.
  useEffect(() => pushAddressChanged.listen(() => void renewAddress().catch(reportError)), []);
  useEffect(() => goneTo.listen(route => void navigate(route)), [navigate]);
  useEffect(() => {
    const look = (): void => {
      // What the mark on the icon stood for is seen now.
      if (document.visibilityState === 'visible') navigator.clearAppBadge?.().catch(() => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
