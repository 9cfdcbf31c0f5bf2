import { useTranslation } from '#i18n/use-translation.ts';
import { useConnectivity } from '#realtime/connectivity.ts';

/** Why nothing can be sent now, whatever it is, in words; undefined when it can. */
export function useBlocker(): string | undefined {
  const { t } = useTranslation('common');
  return useConnectivity() === 'offline' ? t('states.cannotSend') : undefined;
}
