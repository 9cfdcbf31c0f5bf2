import { BookOpen, CalendarDays, Rocket, PiggyBank } from 'lucide-react';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconLinks } from '#ui/icon-links.tsx';

/** Links from the overview. */
export function TrustActions() {
  const { t } = useTranslation('trust');
  return (
    <IconLinks
      links={[
        [paths.trustOrders.getHref(), t('go.orders'), PiggyBank],
        [paths.trustOrders.getHref({ state: 'calendar' }), t('orders.calendar'), CalendarDays],
        [paths.trustRules.getHref(), t('go.rules'), BookOpen],
        [paths.launches.getHref(), t('go.launches'), Rocket],
      ]}
    />
  );
}
