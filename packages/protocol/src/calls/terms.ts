import { z } from 'zod';

/** Why trading was stopped. */
export const HALT_REASONS = ['prices', 'technical', 'security', 'market', 'legal'] as const;
export type HaltReason = (typeof HALT_REASONS)[number];
export const haltReason = z.enum(HALT_REASONS);

/** Null while trading goes on. */
export const halt = z
  .object({
    /**
     * `close_only`: reduce and cancel. `full`: cancel and add margin, for at most four hours; nobody is liquidated and no
     * funding accrues. `recovery`: ten minutes of close-only after it, before liquidations go on.
     */
    mode: z.enum(['close_only', 'full', 'recovery']),
    reason: haltReason,
    /** In the operator's words; may be empty. */
    note: z.string(),
    since_ms: z.number(),
    /** Null: until an operator ends it. */
    until_ms: z.number().nullable(),
  })
  .nullable();

/** Terms of a market that will get worse for customers. Null: nothing is announced. */
export const announcedMarket = z
  .object({
    effective_at_ms: z.number(),
    maker_fee_percent: z.string(),
    taker_fee_percent: z.string(),
    min_notional: z.string(),
  })
  .nullable();

/** The same for a contract. Positions and waiting orders keep their fees and rates; funding terms change for all. */
export const announcedContract = z
  .object({
    effective_at_ms: z.number(),
    maker_fee_percent: z.string(),
    taker_fee_percent: z.string(),
    liquidation_fee_percent: z.string(),
    interest_percent: z.string(),
    funding_cap_percent: z.string(),
    funding_interval_hours: z.number(),
    tiers: z.array(
      z.object({ up_to_value: z.string(), max_multiple: z.number(), maintenance_percent: z.string() }),
    ),
  })
  .nullable();
