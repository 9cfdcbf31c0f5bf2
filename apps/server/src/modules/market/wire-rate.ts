import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireRate } from '@tallystick/protocol/wire';
import type { Rate } from '../../feeds/rates.ts';

const RATE_DECIMALS = 8;

export function wireRate(rate: Rate): WireRate {
  return {
    currency: rate.currency,
    per_usdt: formatMinor(BigInt(rate.perUsdtE8), RATE_DECIMALS),
    at_ms: rate.atMs,
    fresh_until_ms: rate.freshUntilMs,
    sources: [...rate.sources],
    demo: rate.demo,
  };
}
