import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { goneTo, tellLanguage } from '#features/installed/api/worker.ts';
import { linkManifest } from '#features/installed/model/manifest-link.ts';
import { useLanguage } from '#i18n/setup.ts';

/** What the phone and the worker have to know of the app, and what they tell it. */
export function useInstalled(): void {
  const navigate = useNavigate();
  const language = useLanguage();
  useEffect(() => {
    linkManifest(language);
    tellLanguage();
  }, [language]);
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
