import type { EventOf, LaunchAmount } from '@tallystick/core';
import type { LaunchCommand } from '@tallystick/core/launch/command';
import type { LaunchEvent, LaunchPostingReason } from '@tallystick/core/launch/event';
import { audited, type BatchPart, type EngineProduct, journaled } from '../product.ts';
import type { ExchangeEvents } from '../../projections/exchange-events.ts';
import { LAUNCH_COMMITMENTS, LAUNCH_ORDERS } from './tables.ts';

export const LAUNCH: EngineProduct<LaunchCommand, LaunchEvent, LaunchPostingReason> = {
  commands: journaled<LaunchCommand>()({
    configureLaunchOffer: 'offer',
    cancelLaunchOffer: 'offerId',
    commitToLaunch: 'customerId offerId currencyId amountMinor:bigint rateGuard:optional',
  }),
  postings: {
    launchFreeze: 'answer',
    launchUnfreeze: 'answer',
    launchPayment: 'ledgerAndAnswer',
    launchRefund: 'ledgerAndAnswer',
    launchIssue: 'answer',
    launchProceeds: 'answer',
    launchRelease: 'ledgerAndAnswer',
  },
  answers: { launchOrderChanged: ({ order }, customerId) => order.customerId === customerId },
  tables: [audited(LAUNCH_ORDERS), audited(LAUNCH_COMMITMENTS)],
  batch,
};

function batch(feed: ExchangeEvents): BatchPart<LaunchEvent> {
  const orders = LAUNCH_ORDERS.latest();
  const commitments = LAUNCH_COMMITMENTS.inserts();
  /** The posting before its order's event. `releasedMinor` is null if it was not a release. */
  let posted: { readonly releasedMinor: bigint | null } | null = null;
  let made: EventOf<'launchCommitted'> | null = null;
  const ended = (): void => void (posted = null);
  const paid = (): void => {
    posted = { releasedMinor: null };
    feed.atEnd(ended);
  };
  return {
    tables: [orders, commitments],
    posted: {
      launchPayment: paid,
      launchUnfreeze: paid,
      launchRelease({ entries }) {
        posted = { releasedMinor: entries.find(entry => entry.ownerId > 0)?.amountMinor ?? null };
        feed.atEnd(ended);
      },
    },
    on: {
      launchOfferChanged: ({ offer: { terms, status } }) =>
        feed.push('launchOfferChanged', null, { offerId: terms.offerId, status }),
      launchCommitted(event, at) {
        commitments.push(event, at);
        made = event;
      },
      // If nothing is released there is no posting.
      launchOrderChanged({ order }, { sequence, atMs }) {
        orders.push(order, { createdAtMs: atMs, changedAtMs: atMs, sequence });
        const { offerId, orderId, customerId, committed, spent, allocatedMinor } = order;
        if (made?.orderId === orderId) {
          const { currencyId, amountMinor } = made;
          feed.push('launchCommitted', customerId, { offerId, orderId, currencyId, amountMinor });
        }
        if (order.returned) {
          feed.push('launchReturned', customerId, { offerId, orderId, committed: pairs(committed) });
        } else if (posted !== null && allocatedMinor !== null) {
          const { releasedMinor } = posted;
          if (releasedMinor !== null) {
            feed.push('launchReleased', customerId, { offerId, orderId, releasedMinor });
          } else {
            const amounts = { committed: pairs(committed), spent: pairs(spent) };
            feed.push('launchAllocated', customerId, { offerId, orderId, allocatedMinor, ...amounts });
          }
        }
        made = null;
        posted = null;
      },
    },
  };
}

function pairs(amounts: readonly LaunchAmount[]): (readonly [currencyId: number, amountMinor: bigint])[] {
  return amounts.map(one => [one.currencyId, one.amountMinor]);
}
