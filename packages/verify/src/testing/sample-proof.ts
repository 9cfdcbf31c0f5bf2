import { breakEvenPpm, profitOf, settleOption } from '@tallystick/core/option/settlement';
import type { LoggedTick } from '../price-log.ts';
import type { OptionProof } from '../proof.ts';
import { promiseText, termsOf, type OptionReceipt, type ReceiptTick } from '../receipt.ts';
import { chained, newSigner, ORIGIN, SampleLog, signNote, type Signer, type TickBody } from './sample-log.ts';

export const START_MS = Date.UTC(2026, 6, 15, 12);
export const MARKETS = [1, 2, 3];

export interface SampleOptions {
  readonly direction?: 'rise' | 'fall';
  readonly seconds?: number;
  /** Ticks before the purchase; 0: the log begins with the purchase. */
  readonly before?: number;
  readonly prices?: (second: number) => number;
  readonly signer?: Signer;
  /** Market 1 has no ticks between these seconds after the purchase. */
  readonly silent?: readonly [from: number, to: number];
  readonly markets?: readonly number[];
}

export interface Sample {
  readonly proof: OptionProof;
  readonly log: SampleLog;
  readonly signer: Signer;
}

/** A tick with prices of three exchanges. */
export function tickBody(marketId: number, priceE8: number, atMs: number): TickBody {
  const source = (name: string, difference: number) => ({
    name,
    price_e8: priceE8 + difference,
    at_ms: atMs - 20,
  });
  return {
    market_id: marketId,
    price_e8: priceE8,
    at_ms: atMs,
    sources: [source('alpha', -5), source('beta', 0), source('gamma', 7)],
  };
}

/** A correctly bought and settled option on market 1, with its proof. */
export function sampleProof(options: SampleOptions = {}): Sample {
  const { direction = 'rise', seconds = 30, before = 12, silent, markets = MARKETS } = options;
  const prices = options.prices ?? ((second: number) => 10_438_100_000_000 + second * 1_000_000);
  const boughtAtMs = START_MS + 500;
  const bodies: TickBody[] = [];
  for (let i = before; i > 0; i--)
    bodies.push(tickBody(markets[i % markets.length]!, prices(0), START_MS - i * 300));
  const rounds = seconds + 3;
  for (let second = 1; second <= rounds; second++) {
    for (const marketId of markets) {
      if (marketId === 1 && silent !== undefined && second >= silent[0] && second <= silent[1]) continue;
      bodies.push(tickBody(marketId, prices(second), START_MS + second * 1000 + marketId));
    }
  }
  const ticks = chained(bodies);
  const signer = options.signer ?? newSigner();
  const log = new SampleLog(ticks, signer);
  const receipt = settled(
    {
      kind: 'tallystick option receipt 1',
      option_id: 7,
      market_id: 1,
      symbol: 'BTC/USDT',
      direction,
      seconds,
      currency: 'USDT',
      decimals: 6,
      practice: false,
      stake_minor: '50000000',
      profit_minor: String(profitOf(50_000_000n, 800_000)),
      payout_ppm: 800_000,
      break_even_ppm: breakEvenPpm(800_000),
      terms_version: 1,
      stale_ms: 5_000,
      bought_at_ms: boughtAtMs,
      delivery_at_ms: boughtAtMs + seconds * 1000,
      chain_head: { number: before, hash: before === 0 ? '0'.repeat(64) : ticks[before - 1]!.hash },
      ...{ entry: null, exit: null, result: null, payout_minor: null, settled_at_ms: null },
    },
    ticks,
  );
  return { proof: prove(receipt, log), log, signer };
}

/** The receipt as an honest exchange completes it after the delivery. */
export function settled(bought: OptionReceipt, ticks: readonly LoggedTick[]): OptionReceipt {
  const { entry, exit, result, payoutMinor } = settleOption(
    termsOf(bought),
    ticks.map(({ number, market_id, price_e8, at_ms, hash }) => ({
      ...{ number, marketId: market_id, priceE8: price_e8, atMs: at_ms, hash },
    })),
  );
  const named = (tick: typeof entry): ReceiptTick | null =>
    tick === null ? null : { number: tick.number, price_e8: tick.priceE8, at_ms: tick.atMs, hash: tick.hash };
  const words = { staleEntry: 'stale_entry', staleExit: 'stale_exit' } as const;
  return {
    ...bought,
    entry: named(entry),
    exit: named(exit),
    result: result === 'staleEntry' || result === 'staleExit' ? words[result] : result,
    payout_minor: String(payoutMinor),
    settled_at_ms: bought.delivery_at_ms + 1,
  };
}

/** The proof that an honest exchange provides for the receipt. */
export function prove(receipt: OptionReceipt, log: SampleLog): OptionProof {
  const { number, hash } = receipt.chain_head;
  const end = log.ticks.find(tick => tick.at_ms > receipt.delivery_at_ms)?.number ?? log.ticks.length;
  const size = log.ticks.length;
  return {
    kind: 'tallystick option proof 1',
    receipt,
    signed_terms: signNote(promiseText(ORIGIN, receipt), ...log.signers),
    log: {
      origin: ORIGIN,
      keys: log.signers.map(({ key }) => ({ key_id: '', public_key: key.publicKey })),
      range: { previous_hash: hash, ticks: log.ticks.slice(number, end) },
      checkpoint: log.checkpoint(size),
      inclusion: log.inclusion(end, size),
      earlier:
        number === 0
          ? null
          : { checkpoint: log.checkpoint(number), consistency: log.consistency(number, size) },
    },
  };
}
