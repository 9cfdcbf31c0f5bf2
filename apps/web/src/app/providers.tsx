import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { chosenLanguage, changeLanguage, currentLanguage, useLanguage } from '#i18n/setup.ts';
import { callApi } from '#lib/api-client.ts';
import { loadAppConfig } from '#lib/app-config.ts';
import { queryClient } from '#lib/query-client.ts';
import { onSessionChange } from '#lib/session.ts';
import { useSettings } from '#lib/settings.ts';
import { openRealtime, reconnected } from '#realtime/connection.ts';
import { clockAdvanced } from '#lib/server-clock.ts';
import { AppRouter } from './router.tsx';

/** Sends the language to the server and loads the app's configuration, once per visit. */
async function greetServer(): Promise<void> {
  const config = await loadAppConfig();
  if (!chosenLanguage()) await changeLanguage(config.default_lang, false);
  await callApi('POST set/lang', { lang: currentLanguage() });
}

function useStartUp(): void {
  useEffect(() => {
    greetServer().catch(() => {
      // The offline banner reports it already; the next page that asks the server retries.
    });
    openRealtime();
    const stopReconnect = reconnected.listen(() => {
      greetServer().catch(() => undefined);
      void queryClient.invalidateQueries();
    });
    const stopClock = clockAdvanced.listen(() => void queryClient.invalidateQueries());
    const stopSession = onSessionChange(() => queryClient.clear());
    return () => {
      stopReconnect();
      stopClock();
      stopSession();
    };
  }, []);
}

/** Contexts of all pages. A new language or time zone redraws everything, including numbers and times. */
export function Providers({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const { timeZone } = useSettings();
  useStartUp();
  return (
    <QueryClientProvider client={queryClient}>
      <AppRouter key={`${language} ${timeZone}`}>{children}</AppRouter>
    </QueryClientProvider>
  );
}
