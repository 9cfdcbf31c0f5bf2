import type { CommandOf } from '../command.ts';
import type { EventLog } from '../event-log.ts';
import { depthOf, type Depth } from '../book/depth.ts';
import { invariant } from '../invariant.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import type { IndexTick } from '../market/price-log.ts';
import type { Markets } from '../market/market.ts';
import type { LaterPart, Product } from '../product.ts';
import type { Referral } from '../referral/referral.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { Shared } from '../shared.ts';
import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Customers } from '../customer/customer.ts';
import { checkPerpetualMarket } from './check.ts';
import type { PerpetualCommand } from './command.ts';
import type { PerpetualConfig, PerpetualContract, PerpetualStatus } from './terms.ts';
import { Choices } from './choices.ts';
import { CrossAccounts, type CrossAccount } from './cross-account.ts';
import { CrossLiquidation } from './cross-liquidation.ts';
import { MarginTypes, marginTypeOf } from './margin-type.ts';
import type { ContractChoice, MarginType } from './contract-choice.ts';
import { CustomerCommands } from './customer-commands.ts';
import { Deleveraging } from './deleveraging.ts';
import { configOf, deriveContract } from './derive-terms.ts';
import type { MarkPrice } from './event.ts';
import { valueAtE8 } from './formulas.ts';
import { Funding } from './funding.ts';
import { Liquidation } from './liquidation.ts';
import { Margins } from './margin.ts';
import { MarginPart } from './margin-snapshot.ts';
import { PerpetualMatching } from './matching.ts';
import { PerpetualMarket } from './perpetual-market.ts';
import { modesPart, waitingOrders } from './modes-snapshot.ts';
import { Modes } from './modes.ts';
import type { PerpetualOrderView, PositionMode } from './order-view.ts';
import { readConfig, readMarket, writeConfig, writeMarket } from './snapshot.ts';
import { OpenPositions } from './open-positions.ts';
import type { PositionView } from './position-view.ts';
import type { CrossFigures, FundingState, PerpetualReader } from './reader.ts';
import { Risk } from './risk.ts';
import { Settlement } from './settlement.ts';
import { TopUps } from './top-up.ts';
import type { Halt } from '../market/halt.ts';
import { NOTHING_KEPT, type KeptFees } from './kept-fees.ts';
import type { Position } from './position.ts';

const STATUSES: readonly PerpetualStatus[] = ['open', 'cancelOnly', 'halted'];

/** Perpetual contracts: configured by operators, traded by customers, marked by the index, with timed funding. */
export class Perpetual implements Product<PerpetualCommand>, PerpetualReader {
  readonly #log: EventLog;
  readonly #ledger: Ledger;
  readonly #listed: Markets;
  readonly #customers: Customers;
  /** By id, ascending. */
  readonly #markets = new Map<number, PerpetualMarket>();
  readonly #keeper: OpenPositions;
  readonly #matching: PerpetualMatching;
  readonly #risk: Risk;
  readonly #funding: Funding;
  readonly #commands: CustomerCommands;
  readonly #choices: Choices;
  /** Written behind the products, under its own name. */
  readonly margins: MarginPart;
  /** What a snapshot needs beyond mode `each`; written behind the products. */
  readonly modes: LaterPart;
  /** Who chose cross margin where; written behind the products. */
  readonly marginTypes: LaterPart;
  readonly #accounts: CrossAccounts;
  readonly #cross: CrossLiquidation;
  #dueAtMs = Infinity;

  constructor({ log, ledger, markets, customers, limits }: Shared, referral: Referral) {
    this.#log = log;
    this.#ledger = ledger;
    this.#listed = markets;
    this.#customers = customers;
    const settlement = new Settlement(ledger, limits);
    const choices = new Choices(customers);
    const keeper = new OpenPositions(log, ledger, choices);
    const matching = new PerpetualMatching(log, ledger, keeper, settlement, referral);
    const deleveraging = new Deleveraging(log, ledger, keeper, settlement);
    const liquidation = new Liquidation(log, keeper, settlement, matching, deleveraging);
    this.#keeper = keeper;
    this.#matching = matching;
    const topUps = new TopUps(log, ledger, keeper);
    this.#choices = choices;
    this.margins = new MarginPart(choices, keeper, marketId => this.#markets.has(marketId));
    this.#risk = new Risk(log, keeper, settlement, matching, liquidation, topUps);
    this.#funding = new Funding(log, ledger);
    this.#accounts = new CrossAccounts(log, ledger, limits);
    this.#accounts.reportTo(keeper);
    this.#cross = new CrossLiquidation(
      ledger,
      this.#accounts,
      this.#markets,
      keeper,
      liquidation,
      this.#risk,
    );
    const marginTypes = new MarginTypes(log, this.#accounts, this.#markets, customers);
    this.marginTypes = marginTypes.part;
    this.#commands = new CustomerCommands(
      ledger,
      customers,
      limits,
      this.#markets,
      keeper,
      settlement,
      matching,
      this.#risk,
      new Margins(log, ledger, keeper, choices),
      choices,
      new Modes(log, keeper),
      marginTypes,
    );
    this.modes = modesPart(this.#markets, keeper, customers);
  }

  apply(command: PerpetualCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'configurePerpetual':
        return this.#configure(command.perpetual, atMs);
      case 'setPerpetualStatus':
        return this.#setStatus(command);
      default: {
        const refusal = this.#commands.apply(command, atMs);
        if (refusal === null) this.checkCheap();
        return refusal;
      }
    }
  }

  /** Cancels the customer's opening orders, in halted contracts too; closing orders stay. */
  cancelOpenings(customerId: number, atMs: number): void {
    this.#commands.cancelOpenings(customerId, atMs);
    this.checkCheap();
  }

  /** Applies terms that were decided or announced: fees of positions and waiting orders do not rise. */
  changeTerms(config: PerpetualConfig, atMs: number): Refusal | null {
    const refusal = this.#refuseGrid(config);
    if (refusal !== null) return refusal;
    this.#markets.get(config.marketId)!.keepFees(config);
    return this.#configure(config, atMs);
  }

  #refuseGrid({ marketId, tickSize, lotSize }: PerpetualConfig): Refusal | null {
    const now = this.#markets.get(marketId)?.contract;
    if (now === undefined) return refuse('unknown_perpetual', 'market_id');
    if (now.tickSize !== tickSize) return refuse('invalid_perpetual', 'tick_size');
    return now.lotSize === lotSize ? null : refuse('invalid_perpetual', 'lot_size');
  }

  /** The contract must be listed. */
  setHalt(marketId: number, status: PerpetualStatus, halt: Halt | null): void {
    const market = this.#markets.get(marketId)!;
    market.status = status;
    market.halt = halt;
    if (halt?.mode === 'recovery') market.haltedUntilMs = halt.sinceMs;
  }

  restoreHaltEnd(marketId: number, haltedUntilMs: number): void {
    const market = this.#markets.get(marketId);
    if (market !== undefined) market.haltedUntilMs = haltedUntilMs;
  }

  /** Liquidations resume at the current mark. */
  resumed(marketId: number, atMs: number): void {
    const market = this.#markets.get(marketId)!;
    this.#keeper.nowMs = atMs;
    this.#risk.run(market, atMs);
    market.marked();
    this.#keeper.touch(market);
    this.checkCheap();
  }

  /**
   * Liquidates accounts whose cross positions have become too large for them. After everything else of a command, whichever it
   * was: a transfer may matter as much as a mark.
   */
  settleCross(atMs: number): void {
    if (this.#cross.settle(atMs)) this.checkCheap();
  }

  /** By id. */
  positionsWithKeptFees(): Position[] {
    return [...this.#markets.values()]
      .flatMap(market => [...market.positions.values()])
      .filter(position => position.kept !== NOTHING_KEPT)
      .toSorted((a, b) => a.positionId - b.positionId);
  }

  keptFees(positionId: number): KeptFees | null {
    const position = this.#keeper.find(positionId);
    return position === undefined || position.kept === NOTHING_KEPT ? null : position.kept;
  }

  restoreKept(positionId: number, kept: KeptFees): boolean {
    const position = this.#keeper.find(positionId);
    if (position !== undefined) position.kept = kept;
    return position !== undefined;
  }

  /** Value at the mark of all open longs in contracts of a currency, which equals that of the shorts. */
  openInterestMinor(currencyId: number): bigint {
    let sum = 0n;
    for (const { contract, mark, openLots } of this.#markets.values()) {
      if (contract.quoteCurrencyId === currencyId && mark !== null) {
        sum += valueAtE8(contract, mark.markE8, openLots.long);
      }
    }
    return sum;
  }

  /** Configuring a contract again exactly as it is changes nothing. */
  #configure(config: PerpetualConfig, atMs: number): Refusal | null {
    const listed = this.#listed.market(config.marketId);
    if (listed === undefined) return refuse('unknown_market', 'market_id');
    const derived = deriveContract(config, listed.base, listed.quote);
    if ('refusal' in derived) return derived.refusal;
    const { contract } = derived;
    const existing = this.#markets.get(contract.marketId);
    if (existing === undefined) {
      this.#markets.set(
        contract.marketId,
        new PerpetualMarket(contract, listed, this.#ledger, this.#accounts, atMs),
      );
      this.#sortMarkets();
    } else {
      const now = existing.contract;
      if (now.tickSize !== contract.tickSize) return refuse('invalid_perpetual', 'tick_size');
      if (now.lotSize !== contract.lotSize) return refuse('invalid_perpetual', 'lot_size');
      const isSame =
        JSON.stringify(configOf(now, listed.quote)) === JSON.stringify(configOf(contract, listed.quote));
      if (isSame) return null;
      existing.reconfigure(contract, atMs);
    }
    this.#updateDue();
    this.#log.push({ type: 'perpetualConfigured', contract });
    return null;
  }

  #setStatus(command: CommandOf<'setPerpetualStatus'>): Refusal | null {
    const market = this.#markets.get(command.marketId);
    if (market === undefined) return refuse('unknown_perpetual', 'market_id');
    if (!STATUSES.includes(command.status)) return refuse('invalid_perpetual', 'status');
    if (market.status === command.status) return null;
    market.status = command.status;
    this.#log.push({ type: 'perpetualStatusSet', marketId: command.marketId, status: command.status });
    return null;
  }

  indexTicked(tick: IndexTick, atMs: number): void {
    const market = this.#markets.get(tick.marketId);
    if (market === undefined) return;
    this.#keeper.nowMs = atMs;
    this.#risk.updateMark(market, atMs);
    this.#keeper.touch(market);
    this.checkCheap();
  }

  /** Ends a command: everything it changed is reported once, in its final state. */
  report(): void {
    this.#keeper.report();
  }

  dueAtMs(): number {
    return this.#dueAtMs;
  }

  /** At most one funding per command: those of other contracts stay due. */
  passTime(atMs: number): void {
    this.#keeper.nowMs = atMs;
    for (const market of this.#markets.values()) {
      const { clock } = market;
      if (clock.nextSampleAtMs > atMs) continue;
      const isFunding = clock.nextFundingAtMs <= atMs;
      if (isFunding) this.#funding.settle(market, atMs);
      this.#funding.sample(market, atMs);
      this.#risk.updateMark(market, atMs);
      this.#keeper.touch(market);
      if (isFunding) break;
    }
    this.checkCheap();
    this.#updateDue();
  }

  checkCheap(): void {
    const mirrored = new Map<AccountIndex, bigint>();
    for (const market of this.#markets.values()) {
      market.checkCheap();
      const { long, short } = market.entryMinor;
      mirrored.set(market.clearing, (mirrored.get(market.clearing) ?? 0n) + short - long);
    }
    for (const [clearing, expected] of mirrored) {
      const held = this.#ledger.availableMinor(clearing);
      invariant(held === expected, `perpetualClearing holds ${held}, open positions are worth ${expected}`);
    }
  }

  checkAll(frozen: Map<AccountIndex, bigint>): void {
    for (const market of this.#markets.values()) checkPerpetualMarket(market, this.#keeper.lastId, frozen);
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#keeper.lastId);
    writer.int(this.#matching.lastTradeId);
    writer.int(this.#markets.size);
    for (const market of this.#markets.values()) {
      writeConfig(writer, configOf(market.contract, market.listed.quote));
      writeMarket(writer, market);
    }
  }

  read(reader: SnapshotReader): void {
    this.#keeper.lastId = reader.int();
    this.#matching.lastTradeId = reader.int();
    for (let left = reader.int(); left > 0; left--) {
      const config = readConfig(reader);
      if (this.#configure(config, 0) !== null) throw new SnapshotUnreadable(`contract ${config.marketId}`);
      const market = this.#markets.get(config.marketId)!;
      readMarket(reader, market, this.#keeper, customerId =>
        this.#customers.has(customerId) ? market.trader(customerId) : undefined,
      );
    }
    this.#updateDue();
  }

  contracts(): readonly PerpetualContract[] {
    return [...this.#markets.values()].map(market => market.contract);
  }

  contract(marketId: number): PerpetualContract | null {
    return this.#markets.get(marketId)?.contract ?? null;
  }

  status(marketId: number): PerpetualStatus | null {
    return this.#markets.get(marketId)?.status ?? null;
  }

  mark(marketId: number): MarkPrice | null {
    return this.#markets.get(marketId)?.mark ?? null;
  }

  funding(marketId: number): FundingState | null {
    const clock = this.#markets.get(marketId)?.clock;
    if (clock === undefined) return null;
    const { nextFundingAtMs, rateE8, samples } = clock;
    return { nextFundingAtMs, rateE8, samples };
  }

  isStale(marketId: number, atMs: number): boolean {
    return this.#markets.get(marketId)?.isStale(atMs) ?? true;
  }

  lastPriceTicks(marketId: number): number | null {
    return this.#markets.get(marketId)?.lastPriceTicks || null;
  }

  depth(marketId: number, levels: number): Depth {
    return depthOf(this.#markets.get(marketId)?.book, levels);
  }

  openInterestLots(marketId: number): number {
    return this.#markets.get(marketId)?.openLots.long ?? 0;
  }

  get lastPositionId(): number {
    return this.#keeper.lastId;
  }

  position(positionId: number): PositionView | null {
    const position = this.#keeper.find(positionId);
    if (position === undefined || position.order !== null) return null;
    return position.view(this.#markets.get(position.trader.marketId)!.contract);
  }

  positionsOf(customerId: number, marketId?: number): readonly PositionView[] {
    const views: PositionView[] = [];
    for (const market of this.#markets.values()) {
      if (marketId !== undefined && market.id !== marketId) continue;
      for (const position of market.traderIfSeen(customerId)?.all() ?? []) {
        if (position.order === null) views.push(position.view(market.contract));
      }
    }
    return views.toSorted((a, b) => a.positionId - b.positionId);
  }

  choice(customerId: number, marketId: number): ContractChoice {
    return this.#choices.of(customerId, marketId);
  }

  marginType(customerId: number, marketId: number): MarginType {
    return marginTypeOf(this.#markets.get(marketId)?.traderIfSeen(customerId));
  }

  /** Available balance of a contract account, while it carries cross positions. */
  carryingMinor(customerId: number, currencyId: number): bigint {
    const account = this.#crossAccount(customerId, currencyId);
    return account?.isCarrying === true ? account.availableMinor : 0n;
  }

  /** What the cross positions of a contract account must keep there. */
  requiredMinor(customerId: number, currencyId: number): bigint {
    return this.#crossAccount(customerId, currencyId)?.requiredMinor() ?? 0n;
  }

  crossAccount(customerId: number, currencyId: number): CrossFigures | null {
    const account = this.#crossAccount(customerId, currencyId);
    if (account === undefined) return null;
    return account.read();
  }

  get crossLooks(): number {
    return this.#cross.looks;
  }

  #crossAccount(customerId: number, currencyId: number): CrossAccount | undefined {
    const account = this.#ledger.find({ ownerId: customerId, account: 'contract', currencyId });
    return account === null ? undefined : this.#accounts.of(account);
  }

  positionMode(customerId: number, marketId: number): PositionMode {
    return this.#markets.get(marketId)?.traderIfSeen(customerId)?.mode ?? 'each';
  }

  ordersOf(customerId: number, marketId?: number): readonly PerpetualOrderView[] {
    const views: PerpetualOrderView[] = [];
    for (const market of this.#markets.values()) {
      if (marketId !== undefined && market.id !== marketId) continue;
      const trader = market.traderIfSeen(customerId);
      if (trader === undefined || trader.mode === 'each') continue;
      for (const { order } of waitingOrders(trader)) views.push(order!.view());
    }
    return views.toSorted((a, b) => a.orderId - b.orderId);
  }

  exposureMinor(customerId: number, marketId: number): bigint {
    return this.#markets.get(marketId)?.traderIfSeen(customerId)?.exposureMinor ?? 0n;
  }

  #sortMarkets(): void {
    const sorted = [...this.#markets].toSorted(([a], [b]) => a - b);
    this.#markets.clear();
    for (const [id, market] of sorted) this.#markets.set(id, market);
  }

  #updateDue(): void {
    this.#dueAtMs = Infinity;
    for (const { clock } of this.#markets.values()) {
      this.#dueAtMs = Math.min(this.#dueAtMs, clock.nextSampleAtMs);
    }
  }
}
