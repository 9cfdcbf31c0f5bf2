import type { CommandOf } from '../command.ts';
import type { MarketConfig } from '../market/terms.ts';
import type { EventLog } from '../event-log.ts';
import { invariant } from '../invariant.ts';
import { deriveMarket, marketConfigOf } from '../market/derive-terms.ts';
import type { Markets } from '../market/market.ts';
import { refuseNotice } from '../notice.ts';
import type { PerpetualConfig } from '../perpetual/terms.ts';
import { configOf, deriveContract } from '../perpetual/derive-terms.ts';
import type { Perpetual } from '../perpetual/perpetual.ts';
import type { Timed, CommandOwner } from '../product.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import type { Spot } from '../spot/spot.ts';
import {
  changesFunding,
  MAX_FUNDING_CAP_PPM,
  refuseFees,
  splitMarket,
  splitPerpetual,
} from './better-or-worse.ts';
import type { TermsCommand } from './command.ts';
import type { Halt, TradingLine } from '../market/halt.ts';
import { byMarket, Halts } from './halts.ts';
import type { Announced, TermsReader } from './reader.ts';
import { readTerms, writeTerms } from './snapshot.ts';

/** Changes of terms, announced if they are worse for customers, and halts with a reason and an end. */
export class Terms implements CommandOwner<TermsCommand>, Timed, TermsReader {
  readonly #log: EventLog;
  readonly #markets: Markets;
  readonly #spot: Spot;
  readonly #perpetual: Perpetual;
  readonly halts: Halts;
  /** By market id; a contract has the id of its market. */
  readonly spotLater = new Map<number, Announced<MarketConfig>>();
  readonly perpetualLater = new Map<number, Announced<PerpetualConfig>>();

  constructor(log: EventLog, markets: Markets, spot: Spot, perpetual: Perpetual) {
    this.#log = log;
    this.#markets = markets;
    this.#spot = spot;
    this.#perpetual = perpetual;
    this.halts = new Halts(log, markets, perpetual);
  }

  apply(command: TermsCommand, atMs: number): Refusal | null {
    switch (command.type) {
      case 'changeMarketTerms':
        return this.#changeMarket(command, atMs);
      case 'changePerpetualTerms':
        return this.#changePerpetual(command, atMs);
      case 'haltTrading':
        return this.halts.halt(command, atMs);
      case 'resumeTrading':
        return this.halts.resume(command, atMs);
    }
  }

  announcedMarket(marketId: number): Announced<MarketConfig> | null {
    return this.spotLater.get(marketId) ?? null;
  }

  announcedPerpetual(marketId: number): Announced<PerpetualConfig> | null {
    return this.perpetualLater.get(marketId) ?? null;
  }

  halt(line: TradingLine, marketId: number): Halt | null {
    return this.halts.of(line, marketId);
  }

  /** Older status commands would undo a halt without its minutes of close-only. */
  refuseStatus(line: TradingLine, marketId: number): Refusal | null {
    return this.halts.of(line, marketId) === null ? null : refuse('halt_in_force', 'status');
  }

  #changeMarket({ market, noticeMs }: CommandOf<'changeMarketTerms'>, atMs: number): Refusal | null {
    const listed = this.#markets.market(market.id);
    if (listed === undefined) return refuse('unknown_market', 'market_id');
    const shortNotice = refuseNotice(noticeMs);
    if (shortNotice !== null) return shortNotice;
    const derived = deriveMarket(market, listed.base, listed.quote);
    if ('refusal' in derived) return derived.refusal;
    const to = marketConfigOf(derived.market, listed.quote);
    const from = marketConfigOf(listed.config, listed.quote);
    const refusal = refuseFees({ maker_fee_ppm: to.makerFeePpm, taker_fee_ppm: to.takerFeePpm });
    if (refusal !== null) return refusal;
    const { now, later } = splitMarket(from, to);
    const refused = this.#markets.configureMarket(now);
    if (refused !== null) return refused;
    const announced =
      later === null ? null : { config: later, announcedAtMs: atMs, effectiveAtMs: atMs + noticeMs };
    this.#announce('spot', this.spotLater, market.id, announced);
    return null;
  }

  #changePerpetual(command: CommandOf<'changePerpetualTerms'>, atMs: number): Refusal | null {
    const { perpetual, noticeMs } = command;
    const contract = this.#perpetual.contract(perpetual.marketId);
    const listed = this.#markets.market(perpetual.marketId);
    if (contract === null || listed === undefined) return refuse('unknown_perpetual', 'market_id');
    const shortNotice = refuseNotice(noticeMs);
    if (shortNotice !== null) return shortNotice;
    const derived = deriveContract(perpetual, listed.base, listed.quote);
    if ('refusal' in derived) return derived.refusal;
    const to = configOf(derived.contract, listed.quote);
    const from = configOf(contract, listed.quote);
    const refusal = refuseFees({
      maker_fee_ppm: to.makerFeePpm,
      taker_fee_ppm: to.takerFeePpm,
      liquidation_fee_ppm: to.liquidationFeePpm,
    });
    if (refusal !== null) return refusal;
    if (to.fundingCapPpm > MAX_FUNDING_CAP_PPM) {
      return refuse('fee_above_ceiling', 'funding_cap_ppm', { maximum: '3' });
    }
    const { now, later } = splitPerpetual(from, to);
    const refused = this.#perpetual.changeTerms(now, atMs);
    if (refused !== null) return refused;
    const announced = later === null ? null : this.#announcedContract(from, later, atMs, noticeMs);
    this.#announce('perpetual', this.perpetualLater, perpetual.marketId, announced);
    return null;
  }

  #announcedContract(from: PerpetualConfig, config: PerpetualConfig, atMs: number, noticeMs: number) {
    const noticedMs = atMs + noticeMs;
    const { fundingIntervalMs } = from;
    const effectiveAtMs = changesFunding(from, config)
      ? Math.ceil(noticedMs / fundingIntervalMs) * fundingIntervalMs
      : noticedMs;
    return { config, announcedAtMs: atMs, effectiveAtMs };
  }

  #announce<Config>(
    line: TradingLine,
    later: Map<number, Announced<Config>>,
    marketId: number,
    announced: Announced<Config> | null,
  ): void {
    if (announced === null && !later.has(marketId)) return;
    if (announced === null) later.delete(marketId);
    else later.set(marketId, announced);
    const effectiveAtMs = announced?.effectiveAtMs ?? null;
    this.#log.push({ type: 'termsAnnounced', line, marketId, effectiveAtMs });
  }

  dueAtMs(): number {
    let due = this.halts.dueAtMs();
    for (const later of [this.spotLater, this.perpetualLater]) {
      for (const { effectiveAtMs } of later.values()) due = Math.min(due, effectiveAtMs);
    }
    return due;
  }

  passTime(atMs: number): void {
    for (const [marketId, { config, effectiveAtMs }] of byMarket(this.spotLater)) {
      if (effectiveAtMs > atMs) continue;
      this.#spot.keepFees(marketId, atMs);
      const refused = this.#markets.configureMarket(config);
      invariant(refused === null, `announced terms of market ${marketId} were refused`);
      this.#announce('spot', this.spotLater, marketId, null);
    }
    for (const [marketId, { config, effectiveAtMs }] of byMarket(this.perpetualLater)) {
      if (effectiveAtMs > atMs) continue;
      // The interval that ends now still uses its own terms: each command settles one funding.
      if ((this.#perpetual.funding(marketId)?.nextFundingAtMs ?? 0) <= effectiveAtMs) continue;
      const refused = this.#perpetual.changeTerms(config, atMs);
      invariant(refused === null, `announced terms of contract ${marketId} were refused`);
      this.#announce('perpetual', this.perpetualLater, marketId, null);
    }
    this.halts.passTime(atMs);
  }

  checkCheap(): void {
    this.halts.check();
  }

  get isEmpty(): boolean {
    return (
      this.spotLater.size + this.perpetualLater.size === 0 &&
      this.halts.isEmpty &&
      this.#spot.ordersWithKeptFees().length === 0 &&
      this.#perpetual.positionsWithKeptFees().length === 0
    );
  }

  write(writer: SnapshotWriter): void {
    writeTerms(writer, this, this.#spot, this.#perpetual);
  }

  read(reader: SnapshotReader): void {
    readTerms(reader, this, this.#markets, this.#spot, this.#perpetual);
  }
}
