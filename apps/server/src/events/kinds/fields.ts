import { z } from 'zod';

/** Minor units, stored as text because JSON numbers cannot hold all of them. */
export const minor = z
  .string()
  .regex(/^-?\d+$/)
  .transform(text => BigInt(text));
export const id = z.int();
export const at = z.int();
export const priceE8 = z.int();

/** Amounts of several currencies: [currency id, minor units]. */
export const amounts = z.array(z.tuple([id, minor]).readonly()).readonly();

export const positionHead = { positionId: id, marketId: id, side: z.enum(['long', 'short']) };
