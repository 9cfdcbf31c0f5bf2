import { Hourglass } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDuration } from '#ui/format-time.ts';
import type { Overview } from '../api/security.ts';
import { Banner } from './banner.tsx';

/** Why withdrawals are on hold, and until when. */
export function HoldNotice({ hold }: { readonly hold: NonNullable<Overview['withdrawal_hold']> }) {
  const { t } = useTranslation('security');
  const seconds = useCountdown(hold.until_ms);
  if (seconds === 0) return null;
  return (
    <Banner icon={<Hourglass size={18} aria-hidden="true" />} title={t('hold.title')}>
      {t(`hold.${hold.reason}`)} {t('hold.left', { time: formatDuration(seconds * 1000) })}
    </Banner>
  );
}
