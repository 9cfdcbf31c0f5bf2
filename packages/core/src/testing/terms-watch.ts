import { ok } from 'node:assert/strict';
import type { Command } from '../command.ts';
import { HOUR_MS } from '../durations.ts';
import type { Event, EventOf } from '../event.ts';
import type { Exchange } from '../exchange.ts';
import type { Outcome } from '../outcome.ts';
import type { PerpetualConfig, PerpetualContract } from '../perpetual/terms.ts';
import { valueAtE8 } from '../perpetual/formulas.ts';
import { FeeWatch } from './fee-watch.ts';
import { HaltWatch } from './halt-watch.ts';

type Of<T extends Command['type']> = Extract<Command, { type: T }>;
type Figures = Readonly<Record<string, number>>;

const FUNDING = ['fundingIntervalMs', 'interestPpm', 'fundingCapPpm'] as const;
const RISKS = ['multiples', 'maxOrderLots', 'maxOpenInterestLots', 'priceBandPpm', 'staleAfterMs'] as const;

/** A market's terms and its announced terms with their time, according to the operators' commands. */
interface Promised {
  now: Figures;
  later: { readonly figures: Figures; readonly noticedMs: number } | null;
}

/**
 * Knows the promises about terms and halts, but not their implementation. Checks every command with its events and
 * throws when a promise is broken. Not for commands that change terms without notice.
 */
export class TermsWatch {
  /** How often each case was seen: a rule is tested only if its case occurs. */
  readonly seen: Map<string, number>;
  readonly #exchange: Exchange;
  readonly #fees: FeeWatch;
  readonly #halts: HaltWatch;
  readonly #promised = new Map<string, Promised>();
  /** By market id: the terms at the start of the running interval, and its end. */
  readonly #intervals = new Map<number, { readonly endsMs: number; readonly terms: PerpetualContract }>();

  constructor(exchange: Exchange, seen: Map<string, number>) {
    this.#exchange = exchange;
    this.seen = seen;
    const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    this.#note = note;
    this.#fees = new FeeWatch(exchange, note);
    this.#halts = new HaltWatch(exchange, note);
  }

  readonly #note: (what: string) => void;

  apply(command: Command, atMs: number): Outcome {
    this.#before(atMs, command);
    this.#halts.before(command, atMs);
    const outcome = this.#exchange.apply(command, atMs);
    const events = outcome.ok ? outcome.events : [];
    this.#halts.after(command, atMs, outcome);
    this.#fees.after(events);
    if (outcome.ok) this.#accepted(command, atMs);
    else this.#refused(command, outcome.refusal.code);
    for (const event of events) if (event.type === 'fundingSettled') this.#funding(event);
    this.#compare(command, atMs, events);
    return outcome;
  }

  /** Everything due must have been applied: no announcement is late. */
  #before(atMs: number, command: Command): void {
    const { perpetual } = this.#exchange;
    for (const { marketId } of perpetual.contracts()) {
      const { nextFundingAtMs: endsMs } = perpetual.funding(marketId)!;
      if (this.#intervals.get(marketId)?.endsMs === endsMs) continue;
      this.#intervals.set(marketId, { endsMs, terms: perpetual.contract(marketId)! });
    }
    if (command.type === 'passTime') return;
    for (const [key, { later }] of this.#promised) {
      ok(later === null || atMs < this.#earliestMs(key), `announced terms of ${key} are late`);
    }
  }

  #accepted(command: Command, atMs: number): void {
    switch (command.type) {
      case 'changeMarketTerms':
        this.#promise(`spot ${command.market.id}`, spotFigures(command.market), command.noticeMs, atMs);
        break;
      case 'changePerpetualTerms':
        this.#promise(
          `perpetual ${command.perpetual.marketId}`,
          contractFigures(command.perpetual),
          command.noticeMs,
          atMs,
        );
        this.#tightened(command.perpetual);
        break;
      case 'takeFromInsurance':
        ok(this.#fundAfter(command, 0n) * 100n >= this.#openMinor(command), 'the insurance fund is too low');
        this.#note('drawn');
        break;
      default:
        break;
    }
  }

  #refused(command: Command, code: string): void {
    if (code === 'insurance_floor') {
      const draw = command as Of<'takeFromInsurance'>;
      ok(this.#fundAfter(draw, draw.amountMinor) * 100n < this.#openMinor(draw), 'the floor is too high');
      this.#note('floor');
    }
    if (code === 'fee_above_ceiling' || code === 'notice_too_short') this.#note(code);
  }

  #promise(key: string, figures: Figures, noticeMs: number, atMs: number): void {
    ok(noticeMs >= 12 * HOUR_MS, 'too short a notice');
    for (const [name, value] of Object.entries(figures)) {
      if (name.endsWith('FeePpm')) ok(value <= 5_000, `${name} above the ceiling`);
      if (name === 'fundingCapPpm') ok(value <= 30_000, 'the cap of funding is above the ceiling');
    }
    const { now } = this.#promisedOf(key);
    const better = mapped(now, (name, value) => (isFunding(name) ? value : Math.min(value, figures[name]!)));
    const isBetter = Object.keys(now).some(name => better[name]! < now[name]! && !isFunding(name));
    if (isBetter) this.#note('better at once');
    const isWorse = Object.keys(better).some(name => better[name] !== figures[name]);
    if (isWorse) this.#note(`announced ${key.split(' ')[0]}`);
    const later = isWorse ? { figures, noticedMs: atMs + noticeMs } : null;
    this.#promised.set(key, { now: better, later });
  }

  #tightened(to: PerpetualConfig): void {
    const contract = this.#exchange.perpetual.contract(to.marketId)!;
    for (const name of RISKS) {
      ok(String(contract[name]) === String(to[name]), `${name} did not change at once`);
    }
    if (contract.maxOrderLots === 250) this.#note('tightened');
  }

  /** The current terms must be better than before, or announced long enough ago. */
  #compare(command: Command, atMs: number, events: readonly Event[]): void {
    for (const key of this.#keys()) {
      const promised = this.#promisedOf(key);
      const actual = this.#actual(key);
      if (isSame(actual, promised.now)) continue;
      const { later } = promised;
      ok(later !== null && isSame(actual, later.figures), `${key} has terms that nobody announced`);
      ok(command.type === 'passTime' && atMs >= this.#earliestMs(key), `${key} has its terms too early`);
      this.#note(`in force ${key.split(' ')[0]}`);
      if (FUNDING.some(name => actual[name] !== promised.now[name])) {
        const ended = events.some(({ type }) => type === 'fundingSettled' || type === 'fundingSkipped');
        ok(ended, 'funding terms changed within an interval');
        this.#note('funding terms');
      }
      this.#promised.set(key, { now: actual, later: null });
    }
  }

  /** Everybody pays and receives by the terms at the interval's start, and nothing is left over. */
  #funding(event: EventOf<'fundingSettled'>): void {
    const { endsMs, terms } = this.#intervals.get(event.marketId)!;
    ok(event.fundingAtMs === endsMs, 'a funding of another interval');
    ok(
      event.capPpm === terms.fundingCapPpm &&
        event.interestPpm === terms.interestPpm &&
        event.intervalMs === terms.fundingIntervalMs,
      'a funding by terms its interval did not begin with',
    );
    const sum = event.amountsMinor.reduce((total, amount) => total + amount, event.roundingMinor);
    ok(sum === 0n, 'a funding does not sum to zero');
    this.#halts.settled(event);
    if (event.collectedMinor > 0n) this.#note('funding paid');
  }

  /** When a market's announced terms may take effect. */
  #earliestMs(key: string): number {
    const { now, later } = this.#promised.get(key)!;
    const noticedMs = later!.noticedMs;
    if (FUNDING.every(name => now[name] === later!.figures[name])) return noticedMs;
    return Math.ceil(noticedMs / now['fundingIntervalMs']!) * now['fundingIntervalMs']!;
  }

  #keys(): string[] {
    return [
      ...this.#exchange.markets().map(({ id }) => `spot ${id}`),
      ...this.#exchange.perpetual.contracts().map(({ marketId }) => `perpetual ${marketId}`),
    ];
  }

  #actual(key: string): Figures {
    const [line, id] = key.split(' ');
    if (line === 'spot') return spotFigures(this.#exchange.market(Number(id))!);
    return contractFigures(this.#exchange.perpetual.contract(Number(id))!);
  }

  #promisedOf(key: string): Promised {
    let promised = this.#promised.get(key);
    if (promised === undefined) {
      promised = { now: this.#actual(key), later: null };
      this.#promised.set(key, promised);
    }
    return promised;
  }

  #fundAfter({ currencyId }: Of<'takeFromInsurance'>, takenMinor: bigint): bigint {
    const fund = this.#exchange.balance({ ownerId: 0, account: 'insurance', currencyId });
    return fund.availableMinor - takenMinor;
  }

  #openMinor({ currencyId }: Of<'takeFromInsurance'>): bigint {
    const { perpetual } = this.#exchange;
    const ofCurrency = perpetual.contracts().filter(({ quoteCurrencyId }) => quoteCurrencyId === currencyId);
    return ofCurrency.reduce((sum, contract) => {
      const { marketId } = contract;
      const markE8 = perpetual.mark(marketId)?.markE8 ?? 0;
      return sum + valueAtE8(contract, markE8, perpetual.openInterestLots(marketId));
    }, 0n);
  }
}

function spotFigures({ makerFeePpm, takerFeePpm }: { makerFeePpm: number; takerFeePpm: number }): Figures {
  return { makerFeePpm, takerFeePpm };
}

/** The lowest tier's maintenance rate represents all tiers, which change together. */
function contractFigures(config: PerpetualConfig | PerpetualContract): Figures {
  const { makerFeePpm, takerFeePpm, liquidationFeePpm } = config;
  const { fundingIntervalMs, interestPpm, fundingCapPpm } = config;
  const { maintenancePpm } = config.tiers[0]!;
  return {
    makerFeePpm,
    takerFeePpm,
    liquidationFeePpm,
    maintenancePpm,
    fundingIntervalMs,
    interestPpm,
    fundingCapPpm,
  };
}

function isFunding(name: string): boolean {
  return (FUNDING as readonly string[]).includes(name);
}

function mapped(figures: Figures, change: (name: string, value: number) => number): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, change(name, value)]));
}

function isSame(a: Figures, b: Figures): boolean {
  return Object.keys(a).every(name => a[name] === b[name]);
}
