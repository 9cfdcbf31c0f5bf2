import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { Limits } from '../limit/limit.ts';
import { COUNTING_CURRENCY_ID } from '../limit/valuation.ts';
import type { IndexTick } from '../market/price-log.ts';
import type { Markets } from '../market/market.ts';
import type { Product } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { admit, type Admission } from './admission.ts';
import { checkOptions } from './check.ts';
import { DueHeap } from '../due-heap.ts';
import { OpenOption } from './open-option.ts';
import { OptionMarket } from './option-market.ts';
import type { BuyOption, ConfigureOptions, OptionCommand } from './command.ts';
import type { OptionPostingReason } from './event.ts';
import type { OptionReader } from './reader.ts';
import type { OptionTerms, OptionTick, OptionView } from './terms.ts';
import { readOptions, writeOptions } from './snapshot.ts';
import { Practice } from './practice.ts';
import { profitOf, type OptionDirection } from './settlement.ts';
import { deriveTerms, sameTerms } from './derive-terms.ts';

/** Most options settled by one command; the rest is due again at once. */
const MAX_SETTLED = 500;

/**
 * Second options. Stake and possible profit go to escrow at purchase. The entry is the market's next tick, the result
 * follows from the ticks alone (`settlement.ts`), and the whole escrow is paid out once.
 */
export class Options implements Product<OptionCommand>, OptionReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #markets: Markets;
  readonly #customers: Customers;
  readonly #limits: Limits;
  readonly #practice: Practice;
  /** By market id. */
  readonly #offered = new Map<number, OptionMarket>();
  readonly #open = new Map<number, OpenOption>();
  readonly #openOf = new Map<number, number>();
  readonly #due = new DueHeap<OpenOption>((a, b) => a.bought.optionId - b.bought.optionId);
  /** Stakes and profits of open options, by currency id: what `optionEscrow` holds. */
  readonly #escrowed = new Map<number, bigint>();
  #lastOptionId = 0;

  constructor({ log, ledger, markets, customers, limits }: Shared) {
    this.#log = log;
    this.#ledger = ledger;
    this.#markets = markets;
    this.#customers = customers;
    this.#limits = limits;
    this.#practice = new Practice(log, markets, customers);
  }

  terms(marketId: number): OptionTerms | null {
    return this.#offered.get(marketId)?.terms ?? null;
  }

  open(customerId?: number): readonly OptionView[] {
    const views: OptionView[] = [];
    for (const option of this.#open.values()) {
      if (customerId === undefined || option.bought.customerId === customerId) {
        views.push(option.view(null, null));
      }
    }
    return views;
  }

  find(optionId: number): OptionView | null {
    return this.#open.get(optionId)?.view(null, null) ?? null;
  }

  get lastOptionId(): number {
    return this.#lastOptionId;
  }

  exposureMinor(marketId: number, currencyId: number, direction: OptionDirection): bigint {
    return this.#offered.get(marketId)?.exposure(currencyId, direction) ?? 0n;
  }

  practiceMinor(customerId: number, currencyId: number): bigint {
    return this.#practice.balanceMinor(customerId, currencyId);
  }

  apply(command: OptionCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'configureOptions':
        return this.#configure(command);
      case 'buyOption':
        return this.#buy(command, atMs);
      case 'resetPractice':
        return this.#practice.reset(command);
    }
  }

  /** Configuring the same again changes nothing. */
  #configure({ terms: config }: ConfigureOptions): Refusal | null {
    if (this.#markets.market(config.marketId) === undefined) return refuse('unknown_market', 'market_id');
    const existing = this.#offered.get(config.marketId);
    const version = (existing?.terms.version ?? 0) + 1;
    const derived = deriveTerms(config, version, id => this.#markets.currency(id));
    if ('refusal' in derived) return derived.refusal;
    if (existing === undefined) this.#offered.set(config.marketId, new OptionMarket(derived.terms));
    else if (sameTerms(existing.terms, derived.terms)) return null;
    else existing.terms = derived.terms;
    this.#log.push({ type: 'optionTermsSet', terms: derived.terms });
    return null;
  }

  #buy(command: BuyOption, atMs: number): Refusal | null {
    const admission = admit(command, atMs, {
      ledger: this.#ledger,
      markets: this.#markets,
      customers: this.#customers,
      limits: this.#limits,
      practice: this.#practice,
      offered: this.#offered.get(command.marketId),
      openOptions: this.#openOf.get(command.customerId) ?? 0,
    });
    if ('refusal' in admission) return admission.refusal;
    const option = new OpenOption(this.#bought(command, admission, atMs));
    this.#lastOptionId = option.bought.optionId;
    this.#add(option);
    const { customerId, currencyId, stakeMinor, practice } = option.bought;
    if (practice) this.#practice.change(customerId, currencyId, -stakeMinor);
    else {
      this.#post(option, 'optionPurchase', -stakeMinor, -option.profitMinor);
      this.#limits.changeRisk(customerId, option.bought.countedMinor);
    }
    this.#log.push({ type: 'optionChanged', option: option.view(null, null) });
    this.checkCheap();
    return null;
  }

  indexTicked(tick: IndexTick): void {
    const offered = this.#offered.get(tick.marketId);
    if (offered === undefined) return;
    const { number, marketId, priceE8, atMs, hash } = tick;
    const price: OptionTick = { number, marketId, priceE8, atMs, hash };
    offered.ticked(price, this.dueAtMs());
    for (const option of offered.pending) {
      // The first tick after the purchase came too late: the option will be refunded when it is due.
      if (!option.accepts(price)) continue;
      option.enter(price);
      this.#due.postponed(option);
      offered.pending.delete(option);
      this.#log.push({ type: 'optionChanged', option: option.view(null, null) });
    }
  }

  dueAtMs(): number {
    return this.#due.first()?.dueAtMs ?? Infinity;
  }

  passTime(atMs: number): void {
    for (let settled = 0; settled < MAX_SETTLED; settled++) {
      const option = this.#due.first();
      if (option === undefined || option.dueAtMs > atMs) break;
      this.#settle(option, atMs);
    }
    this.checkCheap();
  }

  checkCheap(): void {
    for (const [currencyId, escrowedMinor] of this.#escrowed) {
      const held = this.#ledger.availableMinor(this.#ledger.platform('optionEscrow', currencyId));
      invariant(held === escrowedMinor, `option escrow of ${currencyId} holds ${held}, not ${escrowedMinor}`);
    }
    invariant(this.#due.size === this.#open.size, 'an open option has no time to be settled at');
  }

  /** Stakes are in escrow, not frozen, so nothing is added to `frozen`. */
  checkAll(_frozen: Map<AccountIndex, bigint>): void {
    checkOptions(this.#open, this.#lastOptionId, this.#offered, {
      ledger: this.#ledger,
      markets: this.#markets,
      limits: this.#limits,
    });
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#lastOptionId);
    writeOptions(writer, this.#offered, this.#open);
    this.#practice.write(writer);
  }

  read(reader: SnapshotReader): void {
    this.#lastOptionId = reader.int();
    const open = readOptions(reader, this.#offered, this.#markets, this.#customers);
    for (const option of open) {
      this.#add(option);
      this.#limits.changeRisk(option.bought.customerId, option.bought.countedMinor);
    }
    this.#practice.read(reader);
  }

  #bought(command: BuyOption, { terms, payoutPpm, countedMinor }: Admission, atMs: number) {
    const { customerId, marketId, direction, seconds, currencyId, stakeMinor, practice } = command;
    const { number, hash } = this.#markets.head();
    return {
      optionId: this.#lastOptionId + 1,
      customerId,
      marketId,
      direction,
      seconds,
      currencyId,
      stakeMinor,
      practice,
      termsVersion: terms.version,
      payoutPpm,
      staleMs: terms.staleMs,
      boughtAtMs: atMs,
      chainHead: { number, hash },
      countedMinor,
    };
  }

  #add(option: OpenOption): void {
    const { optionId, customerId, marketId, currencyId, direction, practice } = option.bought;
    const offered = this.#offered.get(marketId)!;
    this.#open.set(optionId, option);
    this.#openOf.set(customerId, (this.#openOf.get(customerId) ?? 0) + 1);
    this.#due.add(option);
    if (option.entry === null) offered.pending.add(option);
    if (practice) return;
    offered.addExposure(currencyId, direction, option.profitMinor);
    this.#escrow(currencyId, option.escrowMinor);
  }

  /** Sums of zero stay in the map, so that they are checked, too. */
  #escrow(currencyId: number, amountMinor: bigint): void {
    this.#escrowed.set(currencyId, (this.#escrowed.get(currencyId) ?? 0n) + amountMinor);
  }

  /** The whole escrow goes to the customer and the pool; the option is forgotten. */
  #settle(option: OpenOption, atMs: number): void {
    const { optionId, customerId, marketId, currencyId, direction, practice, stakeMinor } = option.bought;
    const offered = this.#offered.get(marketId)!;
    this.#due.remove(option);
    this.#open.delete(optionId);
    offered.pending.delete(option);
    const left = this.#openOf.get(customerId)! - 1;
    if (left === 0) this.#openOf.delete(customerId);
    else this.#openOf.set(customerId, left);
    const settlement = option.settle(offered.ticks);
    const { payoutMinor } = settlement;
    if (practice) this.#practice.change(customerId, currencyId, payoutMinor);
    else {
      const reason =
        payoutMinor === 0n ? 'optionLoss' : payoutMinor === stakeMinor ? 'optionRefund' : 'optionPayout';
      this.#post(option, reason, payoutMinor, option.escrowMinor - payoutMinor);
      offered.addExposure(currencyId, direction, -option.profitMinor);
      this.#escrow(currencyId, -option.escrowMinor);
      this.#count(option, payoutMinor);
    }
    this.#log.push({ type: 'optionChanged', option: option.view(settlement, atMs) });
  }

  /** Reports the result to the customer's limits, at the stake's value at purchase. */
  #count(option: OpenOption, payoutMinor: bigint): void {
    const { customerId, currencyId, stakeMinor, countedMinor, payoutPpm } = option.bought;
    this.#limits.changeRisk(customerId, -countedMinor);
    if (payoutMinor === 0n) {
      this.#limits.results.gone(customerId, currencyId, stakeMinor);
      this.#limits.results.lost(customerId, COUNTING_CURRENCY_ID, countedMinor);
    } else if (payoutMinor > stakeMinor) {
      const profitMinor = profitOf(countedMinor, payoutPpm);
      this.#limits.results.bought(customerId, currencyId, payoutMinor - stakeMinor, profitMinor);
      this.#limits.results.lost(customerId, COUNTING_CURRENCY_ID, -profitMinor);
    }
  }

  /** One posting between customer, pool and escrow: amounts > 0 come out of the escrow, < 0 go into it. */
  #post(option: OpenOption, reason: OptionPostingReason, customerMinor: bigint, poolMinor: bigint): void {
    const { optionId, customerId, currencyId } = option.bought;
    this.#ledger.open(reason, `option:${optionId}`);
    this.#ledger.availableBig(
      this.#ledger.account({ ownerId: customerId, account: 'option', currencyId }),
      customerMinor,
    );
    this.#ledger.availableBig(this.#ledger.platform('optionPool', currencyId), poolMinor);
    this.#ledger.availableBig(
      this.#ledger.platform('optionEscrow', currencyId),
      -(customerMinor + poolMinor),
    );
    this.#ledger.close();
  }
}
