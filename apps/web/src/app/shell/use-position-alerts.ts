import { useEffect } from 'react';
import type { WirePerpetualAlert } from '@tallystick/protocol/wire';
import { useSession } from '#lib/session.ts';
import { perpetualAlertsTopic } from '#realtime/topics.ts';

async function announce(alerts: readonly WirePerpetualAlert[]): Promise<void> {
  const { announceAlert } = await import('#features/perpetual/components/announce-alert.ts');
  for (const alert of alerts) await announceAlert(alert);
}

/** Announces liquidations, stops and the like on whatever page the customer is. */
export function usePositionAlerts(): void {
  const isCustomer = useSession() !== undefined;
  useEffect(() => {
    if (!isCustomer) return;
    const store = perpetualAlertsTopic();
    // Earlier events are in the notices.
    let seen: ReadonlySet<string> | undefined;
    const look = () => {
      const alerts = store.read();
      if (!alerts) return;
      const known = seen;
      seen = new Set(alerts.map(alert => alert.alert_id));
      const fresh = known ? alerts.filter(alert => !known.has(alert.alert_id)).toReversed() : [];
      if (fresh.length === 0) return;
      // Offline: the notice will be there when the connection is back.
      announce(fresh).catch(() => undefined);
    };
    look();
    return store.watch(look);
  }, [isCustomer]);
}
