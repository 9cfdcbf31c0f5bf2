import { check } from '../check-failed.ts';
import { line as lineOf } from '../line.ts';
import { configureMarket, deriveMarket } from '../markets.ts';
import type { Command, Part, Refusal } from '../part.ts';
import type { MarketConfig, PerpetualConfig, TermsDuty, World } from '../world.ts';
import { Halts, type HaltTrading, type ResumeTrading, type TradingLine } from './halts.ts';
import { isNotice } from './notice.ts';
import { changesFunding, isAboveCeiling, splitMarket, splitPerpetual } from './worse.ts';

interface ChangeMarketTerms extends Command {
  readonly type: 'changeMarketTerms';
  readonly market: MarketConfig;
  readonly noticeMs: number;
}

interface ChangePerpetualTerms extends Command {
  readonly type: 'changePerpetualTerms';
  readonly perpetual: PerpetualConfig;
  readonly noticeMs: number;
}

interface Announced<Config> {
  readonly config: Config;
  readonly announcedAtMs: number;
  readonly fromMs: number;
}

type AllAnnounced<Config> = Map<number, Announced<Config>>;

interface State {
  readonly spot: AllAnnounced<MarketConfig>;
  readonly perpetual: AllAnnounced<PerpetualConfig>;
  readonly halts: unknown;
}

/** Terms are announced if they get worse, and trading is stopped and goes on: decision 0044. */
export class Terms implements Part, TermsDuty {
  readonly commands = ['changeMarketTerms', 'changePerpetualTerms', 'haltTrading', 'resumeTrading'];
  readonly #world: World;
  readonly #halts: Halts;
  /** By market; a contract has the id of its market. */
  #spot: AllAnnounced<MarketConfig> = new Map();
  #perpetual: AllAnnounced<PerpetualConfig> = new Map();

  constructor(world: World) {
    this.#world = world;
    this.#halts = new Halts(world);
    world.terms = this;
  }

  apply(command: ChangeMarketTerms | ChangePerpetualTerms | HaltTrading | ResumeTrading): Refusal {
    switch (command.type) {
      case 'changeMarketTerms':
        return this.#changeMarket(command);
      case 'changePerpetualTerms':
        return this.#changePerpetual(command);
      case 'haltTrading':
        return this.#halts.halt(command);
      case 'resumeTrading':
        return this.#halts.resume(command);
    }
  }

  refuseStatus(line: TradingLine, marketId: number): Refusal {
    return this.#halts.of({ line, marketId }) === null ? null : 'halt_in_force';
  }

  /** What is announced anew replaces what was announced before. */
  #changeMarket({ market: config, noticeMs }: ChangeMarketTerms): Refusal {
    const { now: nowMs, markets } = this.#world;
    const market = markets.get(config.id);
    if (market === undefined) return 'unknown_market';
    if (!isNotice(noticeMs)) return 'notice_too_short';
    const to = deriveMarket(config, market.base, market.quote)?.config;
    if (to === undefined) return 'invalid_market';
    if (isAboveCeiling(to)) return 'fee_above_ceiling';
    const { now, later } = splitMarket(market.terms.config, to);
    const refusal = configureMarket(this.#world, now);
    if (refusal !== null) return refusal;
    this.#spot.delete(config.id);
    if (later !== null) {
      this.#spot.set(config.id, { config: later, announcedAtMs: nowMs, fromMs: nowMs + noticeMs });
    }
    return null;
  }

  /** Changed funding begins with an interval. */
  #changePerpetual({ perpetual, noticeMs }: ChangePerpetualTerms): Refusal {
    const { now: nowMs, perpetual: contracts } = this.#world;
    const { marketId } = perpetual;
    const from = contracts.config(marketId);
    if (from === null) return 'unknown_perpetual';
    if (!isNotice(noticeMs)) return 'notice_too_short';
    const to = contracts.canonical(perpetual);
    if (typeof to === 'string') return to;
    if (isAboveCeiling(to)) return 'fee_above_ceiling';
    const { now, later } = splitPerpetual(from, to);
    const refusal = contracts.changeTerms(now);
    if (refusal !== null) return refusal;
    this.#perpetual.delete(marketId);
    if (later === null) return null;
    const { fundingIntervalMs } = from;
    const noticedMs = nowMs + noticeMs;
    const fromMs = changesFunding(from, later)
      ? Math.ceil(noticedMs / fundingIntervalMs) * fundingIntervalMs
      : noticedMs;
    this.#perpetual.set(marketId, { config: later, announcedAtMs: nowMs, fromMs });
    return null;
  }

  dueAtMs(): number {
    let due = this.#halts.dueAtMs();
    for (const { fromMs } of this.#spot.values()) due = Math.min(due, fromMs);
    for (const { fromMs } of this.#perpetual.values()) due = Math.min(due, fromMs);
    return due;
  }

  /** What waits or is open keeps the fees it has; the funding that ends now is still paid by the old terms. */
  passTime(): void {
    const { now, spot, perpetual } = this.#world;
    for (const [marketId, { config, fromMs }] of byMarket(this.#spot)) {
      if (fromMs > now) continue;
      spot.keepFees(marketId);
      const refusal = configureMarket(this.#world, config);
      check(refusal === null, `announced terms of market ${marketId} are refused: ${refusal}`);
      this.#spot.delete(marketId);
    }
    for (const [marketId, { config, fromMs }] of byMarket(this.#perpetual)) {
      if (fromMs > now || perpetual.nextFundingAtMs(marketId) <= fromMs) continue;
      const refusal = perpetual.changeTerms(config);
      check(refusal === null, `announced terms of contract ${marketId} are refused: ${refusal}`);
      this.#perpetual.delete(marketId);
    }
    this.#halts.passTime();
  }

  get state(): unknown {
    return { spot: this.#spot, perpetual: this.#perpetual, halts: this.#halts.state };
  }

  set state(state: unknown) {
    const kept = state as State;
    this.#spot = kept.spot;
    this.#perpetual = kept.perpetual;
    this.#halts.state = kept.halts;
  }

  *lines(): Iterable<string> {
    for (const [marketId, one] of this.#spot) yield lineOfAnnounced('spot', marketId, one);
    for (const [marketId, one] of this.#perpetual) yield lineOfAnnounced('perpetual', marketId, one);
    yield* this.#halts.lines();
  }
}

function byMarket<Config>(all: AllAnnounced<Config>): [number, Announced<Config>][] {
  return [...all].toSorted(([a], [b]) => a - b);
}

function lineOfAnnounced(
  line: TradingLine,
  marketId: number,
  { config, announcedAtMs, fromMs }: Announced<MarketConfig | PerpetualConfig>,
): string {
  const { makerFeePpm, takerFeePpm, priceBandPpm } = config;
  return lineOf('terms', line, marketId, announcedAtMs, fromMs, makerFeePpm, takerFeePpm, priceBandPpm);
}
