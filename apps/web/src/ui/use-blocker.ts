import { useTranslation } from '#i18n/use-translation.ts';
import { useReach } from '#realtime/reach.ts';

/** Why nothing can be sent now, whatever it is, in words; undefined when it can. */
export function useBlocker(): string | undefined {
  const { t } = useTranslation('common');
  return useReach() === 'offline' ? t('states.cannotSend') : undefined;
}
