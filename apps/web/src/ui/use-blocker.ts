import { useTranslation } from '#i18n/use-translation.ts';
import { useConnectivity } from '#realtime/connectivity.ts';

/** Text of the reason why no form can be sent now (offline); undefined otherwise. */
export function useBlocker(): string | undefined {
  const { t } = useTranslation('common');
  return useConnectivity() === 'offline' ? t('states.cannotSend') : undefined;
}
