import type { WireLedgerEntry } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';

const REFERENCE = /^(withdrawal|option|trust|launch):(\d+)$/;

/** The page of an entry's cause: its order, position, option, …; undefined if there is none. */
export function originHref({ deal, reference }: Pick<WireLedgerEntry, 'deal' | 'reference'>) {
  if (deal?.order_id) return paths.trade.getHref({ market: deal.market_id, order: deal.order_id });
  if (deal?.position_id)
    return paths.contract.getHref({ market: deal.market_id, position: deal.position_id });
  const [, kind, text] = REFERENCE.exec(reference) ?? [];
  const id = parseInt(text ?? '', 10);
  switch (kind) {
    case 'withdrawal':
      return paths.withdrawDetail.getHref({ id });
    case 'option':
      return paths.optionOrder.getHref({ id });
    case 'trust':
      return paths.trustOrders.getHref();
    case 'launch':
      return paths.launch.getHref({ id });
    default:
      return undefined;
  }
}
