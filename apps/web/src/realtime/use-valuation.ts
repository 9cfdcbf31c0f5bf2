import { useCallback, useEffect } from 'react';
import { isFiat, type FiatCode } from '@tallystick/protocol/fiat';
import type { WireRate } from '@tallystick/protocol/wire';
import { useSettings } from '#lib/settings.ts';
import { createStoredStore, useStored } from '#lib/stored-store.ts';
import { valuationIn, type Valuation } from '#lib/valuation.ts';
import { storeFor } from './connection.ts';
import type { TopicStore } from './topic-store.ts';
import { useTopic } from './topics.ts';

type RatesByCode = ReadonlyMap<string, WireRate>;

const byCurrency = (rates: readonly WireRate[]): RatesByCode =>
  new Map(rates.map(rate => [rate.currency, rate]));

/** What one USDT is worth in states' currencies, by their codes. */
function ratesTopic(): TopicStore<'rates', RatesByCode> {
  return storeFor('rates', {
    open: byCurrency,
    apply: (state, changed) => new Map([...state, ...byCurrency(changed)]),
  });
}

/** The last rate of the chosen currency is kept, with its age, for the first moment and for when there is no network. */
const lastRate = createStoredStore<WireRate | null>('rate', stored => (isRate(stored) ? stored : null));
const KEPT_EVERY_MS = 30_000;

function isRate(stored: unknown): stored is WireRate {
  if (typeof stored !== 'object' || stored === null) return false;
  const rate = stored as Partial<Record<keyof WireRate, unknown>>;
  return (
    isFiat(rate.currency) &&
    typeof rate.per_usdt === 'string' &&
    /^\d{1,12}(\.\d{1,8})?$/.test(rate.per_usdt) &&
    typeof rate.at_ms === 'number' &&
    typeof rate.fresh_until_ms === 'number' &&
    typeof rate.demo === 'boolean' &&
    Array.isArray(rate.sources)
  );
}

const all = (rates: RatesByCode): RatesByCode => rates;

/** Rates of all currencies that have one; undefined until they are known. */
export function useRates(): RatesByCode | undefined {
  return useTopic(ratesTopic(), all);
}

/** How worths are shown now. */
export function useValuation(): Valuation {
  const { valuation: chosen } = useSettings();
  const code: FiatCode | undefined = isFiat(chosen) ? chosen : undefined;
  const ofCode = useCallback((rates: RatesByCode) => (code ? (rates.get(code) ?? null) : null), [code]);
  // Undefined: not known yet; null: nobody gives one.
  const live = useTopic(code ? ratesTopic() : undefined, ofCode);
  const kept = useStored(lastRate);
  useEffect(() => {
    const before = lastRate.read();
    if (!live || (before?.currency === live.currency && live.at_ms - before.at_ms < KEPT_EVERY_MS)) return;
    lastRate.change(() => live);
  }, [live]);
  const rate = live === undefined && kept?.currency === code ? kept : (live ?? null);
  return valuationIn(chosen, rate);
}
