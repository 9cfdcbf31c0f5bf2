import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { trustProduct } from '../../calls/trust.ts';

export const deskTrustProduct = z.object({
  product: trustProduct.omit({ own_left: true }),
  /** As `trustProductChange` in desk/changes.ts. */
  terms: z.record(z.string(), z.unknown()),
  orders: z.number(),
  /** Nobody has bought it yet: afterwards it can only be switched on and off. */
  editable: z.boolean(),
});

export const trustDeskCalls = deskCallsOf({
  'GET desk/trust_products': {
    summary: 'Every trust product with its terms, and an id that is free for the next one',
    permission: 'trust.read',
    output: z.object({ items: z.array(deskTrustProduct), next_product_id: z.number() }),
  },
});
