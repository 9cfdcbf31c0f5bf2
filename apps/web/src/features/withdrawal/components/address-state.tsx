import type { WireSavedAddress } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { useCountdown } from '#realtime/use-countdown.ts';
import { formatDuration } from '#ui/format-time.ts';
import { StatePill } from '#ui/state-pill.tsx';

/** How long a new address must still wait; renders nothing once it can be used. */
export function AddressState({ address }: { readonly address: Pick<WireSavedAddress, 'usable_from_ms'> }) {
  const { t } = useTranslation('withdrawal');
  const seconds = useCountdown(address.usable_from_ms ?? undefined);
  if (seconds === 0) return null;
  return <StatePill tone="wait">{t('address.cooling', { time: formatDuration(seconds * 1000) })}</StatePill>;
}
