import { useTranslation } from '#i18n/use-translation.ts';
import { formatHours } from '#ui/format.ts';
import { useSecurity } from '../api/security.ts';

/** A text, and how long withdrawals wait afterwards: as operators set it, and nothing where they do not wait. */
export function useHoldText(): (text: string) => string {
  const { t } = useTranslation('security');
  const hours = useSecurity().data?.hold_hours ?? 0;
  return text => (hours === 0 ? text : `${text} ${t('hold.after', { time: formatHours(hours) })}`);
}
