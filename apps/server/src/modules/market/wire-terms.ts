import type { Announced, Halt, MarketConfig, PerpetualConfig } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import type { announcedContract, announcedMarket, halt } from '@tallystick/protocol/calls/terms';
import { toWire } from '../../http/words.ts';
import type { z } from 'zod';
import { percentOfPpm } from '../../http/percent.ts';

export function wireHalt(running: Halt | null): z.output<typeof halt> {
  if (running === null) return null;
  const { mode, reason, note, sinceMs, untilMs } = running;
  return { mode: toWire(mode), reason, note, since_ms: sinceMs, until_ms: untilMs };
}

export function wireAnnouncedMarket(
  announced: Announced<MarketConfig> | null,
): z.output<typeof announcedMarket> {
  if (announced === null) return null;
  const { config, effectiveAtMs } = announced;
  return {
    effective_at_ms: effectiveAtMs,
    maker_fee_percent: percentOfPpm(config.makerFeePpm),
    taker_fee_percent: percentOfPpm(config.takerFeePpm),
    min_notional: config.minNotional,
  };
}

export function wireAnnouncedContract(
  announced: Announced<PerpetualConfig> | null,
): z.output<typeof announcedContract> {
  if (announced === null) return null;
  const { config, effectiveAtMs } = announced;
  return {
    effective_at_ms: effectiveAtMs,
    maker_fee_percent: percentOfPpm(config.makerFeePpm),
    taker_fee_percent: percentOfPpm(config.takerFeePpm),
    liquidation_fee_percent: percentOfPpm(config.liquidationFeePpm),
    interest_percent: percentOfPpm(config.interestPpm),
    funding_cap_percent: percentOfPpm(config.fundingCapPpm),
    funding_interval_hours: config.fundingIntervalMs / HOUR_MS,
    tiers: config.tiers.map(tier => ({
      up_to_value: tier.maxNotional,
      max_multiple: tier.maxMultiple,
      maintenance_percent: percentOfPpm(tier.maintenancePpm),
    })),
  };
}
