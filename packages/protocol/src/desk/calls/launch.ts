import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import * as f from '../../fields.ts';
import { launchAmount, launchOffer } from '../../calls/launch.ts';

/** An offer as customers see it, with its terms as a proposal to change them begins. */
export const deskLaunchOffer = z.object({
  offer: launchOffer.omit({ own: true, invited: true }),
  /** As `launchOfferChange` in desk/changes.ts. */
  terms: z.record(z.string(), z.unknown()),
  /** Before its start. */
  editable: z.boolean(),
  /** Before its launch. */
  cancellable: z.boolean(),
});

export const launchDeskCalls = deskCallsOf({
  'GET desk/launch_offers': {
    summary: 'Every offer of a new currency, newest first, and ids that are free for the next one',
    permission: 'launch.read',
    output: z.object({
      items: z.array(deskLaunchOffer),
      /** A new offer starts after this. */
      server_time_ms: z.number(),
      next: z.object({ offer_id: z.number(), currency_id: z.number(), market_id: z.number() }),
    }),
  },
  'GET desk/launch_orders': {
    summary: 'What customers committed to an offer and what they got, newest first',
    permission: 'launch.read',
    input: z.object({ offer_id: f.id, ...f.paging }),
    output: f.page(
      z.object({
        order_id: z.number(),
        customer_id: z.number(),
        committed: z.array(launchAmount),
        value: z.string(),
        allocated: z.string().nullable(),
        spent: z.array(launchAmount),
        released: z.string(),
        created_at_ms: z.number(),
      }),
    ),
    errors: ['unknown_launch_offer'],
  },
});
