import type { Entry } from '../books.ts';
import { check } from '../check-failed.ts';
import { DueList } from '../due-list.ts';
import { line } from '../line.ts';
import { COUNTING_CURRENCY } from '../limits.ts';
import { isAmount, ppmOf } from '../numbers.ts';
import type { Command, Part, Refusal } from '../part.ts';
import type { Tick, World } from '../world.ts';
import { payoutOf, type Bet } from './result.ts';
import { isSame, termsOf, type OptionConfig, type OptionTerms } from './terms.ts';

interface ConfigureOptions extends Command {
  readonly type: 'configureOptions';
  readonly terms: OptionConfig;
}

interface BuyOption extends Command {
  readonly type: 'buyOption';
  readonly customerId: number;
  readonly marketId: number;
  readonly direction: 'rise' | 'fall';
  readonly seconds: number;
  readonly currencyId: number;
  readonly stakeMinor: bigint;
  readonly termsVersion: number;
  readonly practice: boolean;
}

interface ResetPractice extends Command {
  readonly type: 'resetPractice';
  readonly customerId: number;
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

interface Option extends Bet {
  readonly id: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly seconds: number;
  readonly currencyId: number;
  readonly practice: boolean;
  readonly termsVersion: number;
  readonly payoutPpm: number;
  readonly boughtAtMs: number;
  /** The price log's newest tick at purchase. */
  readonly head: { readonly number: number; readonly hash: string };
  /** The stake in the currency that customers' own limits count in; 0 for practice. */
  readonly counted: bigint;
  entry: Tick | null;
  /** First when the entry can no longer come, then just after the delivery. */
  dueAtMs: number;
}

/** The second options of one market. */
interface Offered {
  terms: OptionTerms;
  /** Without an entry yet, in the order of purchase. */
  readonly pending: Set<Option>;
  /** From the last one on that an open option may need. */
  ticks: Tick[];
  /** Once there are so many, those that nobody needs are dropped. */
  mostTicks: number;
}

interface State {
  readonly offered: Map<number, Offered>;
  readonly open: Option[];
  readonly openOf: Map<number, number>;
  readonly exposures: Map<string, bigint>;
  readonly practice: Map<string, bigint>;
  readonly lastId: number;
}

const MOST_OPEN = 100;
/** Options that one command settles. */
const SETTLED_AT_ONCE = 500;
const MOST_PRACTICE = 2n ** 53n;
const KEPT_TICKS = 256;

/** Second options: decisions 0021 and 0022. Stake and possible profit are in escrow until the settlement. */
export class Options implements Part {
  readonly commands = ['configureOptions', 'buyOption', 'resetPractice'];
  readonly #world: World;
  #offered = new Map<number, Offered>();
  #open = new DueList<Option>();
  #openOf = new Map<number, number>();
  /** What the house may owe beyond stakes, by market, currency and direction. */
  #exposures = new Map<string, bigint>();
  #practice = new Map<string, bigint>();
  #lastId = 0;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: ConfigureOptions | BuyOption | ResetPractice): Refusal {
    if (command.type === 'configureOptions') return this.#configure(command.terms);
    return command.type === 'buyOption' ? this.#buy(command) : this.#resetPractice(command);
  }

  #configure(config: OptionConfig): Refusal {
    if (!this.#world.markets.has(config.marketId)) return 'unknown_market';
    const existing = this.#offered.get(config.marketId);
    const terms = termsOf(this.#world, config, (existing?.terms.version ?? 0) + 1);
    if (typeof terms === 'string') return terms;
    if (existing === undefined) {
      const offered = { terms, pending: new Set<Option>(), ticks: [], mostTicks: KEPT_TICKS };
      this.#offered.set(config.marketId, offered);
    } else if (!isSame(existing.terms, terms)) existing.terms = terms;
    return null;
  }

  #buy(command: BuyOption): Refusal {
    const { customerId, marketId, direction, seconds, currencyId, stakeMinor, practice } = command;
    const world = this.#world;
    const acting = world.refuseActing(customerId);
    if (acting !== null) return acting;
    const market = world.markets.get(marketId);
    if (market === undefined) return 'unknown_market';
    const offered = this.#offered.get(marketId);
    if (offered === undefined) return 'options_not_offered';
    const { terms } = offered;
    if (typeof practice !== 'boolean') return 'invalid_order';
    if (!terms.enabled && !practice) return 'options_off';
    if (market.status !== 'open') return market.status === 'halted' ? 'market_halted' : 'market_cancel_only';
    if (direction !== 'rise' && direction !== 'fall') return 'invalid_order';
    if (command.termsVersion !== terms.version) return 'quote_changed';
    const time = terms.times.find(one => one.seconds === seconds);
    if (time === undefined) return 'option_time_not_offered';
    const payable = terms.currencies.find(one => one.currencyId === currencyId);
    if (payable === undefined) return 'option_currency_not_offered';
    if (!isAmount(stakeMinor)) return 'invalid_amount';
    if (stakeMinor < payable.min) return 'stake_below_minimum';
    if (stakeMinor > payable.max) return 'stake_above_maximum';
    if (market.tick === null || market.tick.atMs < world.now - terms.staleMs) return 'stale_tick';
    const held = practice
      ? this.#practiceOf(customerId, currencyId)
      : world.books.available(customerId, 'option', currencyId);
    if (held < stakeMinor) return 'insufficient_balance';
    if ((this.#openOf.get(customerId) ?? 0) >= MOST_OPEN) return 'too_many_open_options';
    const profit = ppmOf(stakeMinor, time.payoutPpm);
    let counted: bigint | null = 0n;
    if (!practice) {
      counted = world.limits.value(currencyId, stakeMinor);
      if (counted === null) return 'stale_tick';
      const limited = world.limits.refuseNewExposure(customerId, COUNTING_CURRENCY, counted);
      if (limited !== null) return limited;
      const owed = this.#exposures.get(`${marketId}/${currencyId}/${direction}`) ?? 0n;
      if (profit > payable.exposureLimit - owed) return 'option_capacity';
      if (profit > world.books.available(0, 'optionPool', currencyId)) return 'option_pool_exhausted';
    }
    const option: Option = {
      id: ++this.#lastId,
      customerId,
      marketId,
      direction,
      seconds,
      currencyId,
      stake: stakeMinor,
      profit,
      practice,
      termsVersion: terms.version,
      payoutPpm: time.payoutPpm,
      staleMs: terms.staleMs,
      boughtAtMs: world.now,
      deliveryAtMs: world.now + seconds * 1_000,
      head: { number: world.ticks, hash: world.headHash },
      counted,
      entry: null,
      dueAtMs: world.now + terms.staleMs + 1,
    };
    this.#open.add(option);
    offered.pending.add(option);
    this.#openOf.set(customerId, (this.#openOf.get(customerId) ?? 0) + 1);
    if (practice) this.#addPractice(customerId, currencyId, -stakeMinor);
    else {
      this.#post('optionPurchase', option, -stakeMinor, -profit);
      this.#addExposure(option, profit);
      world.limits.changeRisk(customerId, counted);
    }
    return null;
  }

  #resetPractice({ customerId, currencyId, amountMinor }: ResetPractice): Refusal {
    const acting = this.#world.refuseActing(customerId);
    if (acting !== null) return acting;
    if (!this.#world.currencies.has(currencyId)) return 'unknown_currency';
    if (!isAmount(amountMinor)) return 'invalid_amount';
    if (amountMinor > MOST_PRACTICE) return 'amount_too_large';
    this.#practice.set(`${customerId} ${currencyId}`, amountMinor);
    return null;
  }

  /** The market's first tick after a purchase is its entry if it came within the stale limit. */
  indexTicked(marketId: number): void {
    const offered = this.#offered.get(marketId);
    if (offered === undefined) return;
    const tick = this.#world.markets.get(marketId)!.tick!;
    offered.ticks.push(tick);
    if (offered.ticks.length > offered.mostTicks) this.#dropTicks(marketId, offered);
    for (const option of offered.pending) {
      if (tick.atMs > option.boughtAtMs + option.staleMs) continue;
      offered.pending.delete(option);
      this.#open.remove(option);
      option.entry = tick;
      option.dueAtMs = option.deliveryAtMs + 1;
      this.#open.add(option);
    }
  }

  dueAtMs(): number {
    return this.#open.first()?.dueAtMs ?? Infinity;
  }

  passTime(): void {
    for (let settled = 0; settled < SETTLED_AT_ONCE; settled++) {
      const option = this.#open.first();
      if (option === undefined || option.dueAtMs > this.#world.now) return;
      this.#settle(option);
    }
  }

  #settle(option: Option): void {
    const { customerId, currencyId, stake, profit, practice, counted } = option;
    const { limits } = this.#world;
    const offered = this.#offered.get(option.marketId)!;
    this.#open.remove(option);
    offered.pending.delete(option);
    this.#openOf.set(customerId, this.#openOf.get(customerId)! - 1);
    const payout = payoutOf(option, offered.ticks);
    if (practice) {
      this.#addPractice(customerId, currencyId, payout);
      return;
    }
    const reason = payout === 0n ? 'optionLoss' : payout === stake ? 'optionRefund' : 'optionPayout';
    this.#post(reason, option, payout, stake + profit - payout);
    this.#addExposure(option, -profit);
    limits.changeRisk(customerId, -counted);
    if (payout === 0n) {
      limits.gone(customerId, currencyId, stake);
      limits.lost(customerId, COUNTING_CURRENCY, counted);
    } else if (payout > stake) {
      const won = ppmOf(counted, option.payoutPpm);
      limits.bought(customerId, currencyId, payout - stake, won);
      limits.lost(customerId, COUNTING_CURRENCY, -won);
    }
  }

  /** Amounts above 0 come out of the escrow, those below go into it. */
  #post(reason: string, option: Option, customer: bigint, pool: bigint): void {
    const { id, customerId, currencyId } = option;
    const entries: Entry[] = [
      [customerId, 'option', currencyId, 'available', customer],
      [0, 'optionPool', currencyId, 'available', pool],
      [0, 'optionEscrow', currencyId, 'available', -(customer + pool)],
    ];
    this.#world.books.post(reason, `option:${id}`, entries);
  }

  #addExposure({ marketId, currencyId, direction }: Option, amount: bigint): void {
    const key = `${marketId}/${currencyId}/${direction}`;
    this.#exposures.set(key, (this.#exposures.get(key) ?? 0n) + amount);
  }

  #practiceOf(customerId: number, currencyId: number): bigint {
    return this.#practice.get(`${customerId} ${currencyId}`) ?? 0n;
  }

  #addPractice(customerId: number, currencyId: number, amount: bigint): void {
    const balance = this.#practiceOf(customerId, currencyId) + amount;
    check(balance >= 0n, `practice money of customer ${customerId} fell below zero`);
    this.#practice.set(`${customerId} ${currencyId}`, balance);
  }

  /** Keeps the last tick at or before the earliest delivery still open, and all after it. */
  #dropTicks(marketId: number, offered: Offered): void {
    let earliest = Infinity;
    for (const option of this.#open) {
      if (option.marketId === marketId) earliest = Math.min(earliest, option.deliveryAtMs);
    }
    const last = offered.ticks.findLastIndex(tick => tick.atMs <= earliest);
    offered.ticks = offered.ticks.slice(Math.max(0, last));
    offered.mostTicks = Math.max(KEPT_TICKS, offered.ticks.length * 2);
  }

  get state(): unknown {
    return {
      offered: this.#offered,
      open: this.#open.toArray(),
      openOf: this.#openOf,
      exposures: this.#exposures,
      practice: this.#practice,
      lastId: this.#lastId,
    };
  }

  set state(state: unknown) {
    const kept = state as State;
    this.#offered = kept.offered;
    this.#open = new DueList(kept.open);
    this.#openOf = kept.openOf;
    this.#exposures = kept.exposures;
    this.#practice = kept.practice;
    this.#lastId = kept.lastId;
  }

  *lines(): Iterable<string> {
    for (const [marketId, { terms }] of this.#offered) {
      yield line('optionTerms', marketId, terms.version, terms.enabled);
    }
    for (const option of this.#open) {
      yield line(
        'option',
        option.id,
        option.customerId,
        option.marketId,
        option.direction,
        option.seconds,
        option.currencyId,
        option.stake,
        option.profit,
        option.practice,
        option.termsVersion,
        option.payoutPpm,
        option.staleMs,
        option.boughtAtMs,
        option.deliveryAtMs,
        option.head.number,
        option.head.hash,
        option.entry === null ? 'pending' : 'running',
        option.entry?.number,
        option.entry?.priceE8,
      );
    }
    for (const [key, amount] of this.#practice) if (amount !== 0n) yield line('practice', key, amount);
  }
}
