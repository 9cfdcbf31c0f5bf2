import { useTranslation } from '#i18n/use-translation.ts';
import { formatHours } from '#ui/format-time.ts';
import { useSecurity } from '../api/security.ts';

/** Adds to a text how long withdrawals are held afterwards, if operators set a hold. */
export function useHoldText(): (text: string) => string {
  const { t } = useTranslation('security');
  const hours = useSecurity().data?.hold_hours ?? 0;
  return text => (hours === 0 ? text : `${text} ${t('hold.after', { time: formatHours(hours) })}`);
}
