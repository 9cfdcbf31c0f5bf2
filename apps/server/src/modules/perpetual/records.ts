import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest } from '@tallystick/protocol';
import type pg from 'pg';
import { pageOf, readCursor } from '../../http/page.ts';
import {
  listAllLiquidations,
  listDeleveragings,
  listFundingPayments,
  listFundings,
  listInsurance,
  listLiquidations,
  listOffsets,
  listPremiums,
  listTriggers,
} from './record-store.ts';
import {
  wireDeleveraging,
  wireFunding,
  wireLiquidation,
  wireOffset,
  wirePayment,
  wireTrigger,
} from './record-wire.ts';
import type { PerpetualUnitsTable } from './units.ts';
import { percentOfE8 } from './wire.ts';

export interface PerpetualRecordsOptions {
  readonly pool: pg.Pool;
  readonly units: PerpetualUnitsTable;
}

/** What has happened to contracts and positions, each with what it was computed from. */
export class PerpetualRecords {
  readonly #options: PerpetualRecordsOptions;

  constructor(options: PerpetualRecordsOptions) {
    this.#options = options;
  }

  async fundings(
    input: CallRequest<'GET lever/funding_history'>,
  ): Promise<CallOutput<'GET lever/funding_history'>> {
    const { pool, units } = this.#options;
    const of = units.of(input.market_id);
    const rows = await listFundings(pool, input.market_id, idRange(input));
    return pageOf(
      rows,
      input.limit,
      row => String(row.fundingId),
      row => wireFunding(row, of),
    );
  }

  async premiums(input: CallRequest<'GET lever/premiums'>): Promise<CallOutput<'GET lever/premiums'>> {
    const { pool, units } = this.#options;
    const of = units.of(input.market_id);
    const rows = await listPremiums(pool, input.market_id, idRange(input));
    return pageOf(
      rows,
      input.limit,
      row => String(row.atMs),
      row => ({
        at_ms: row.atMs,
        bid_price: of.price(row.bidTicks),
        ask_price: of.price(row.askTicks),
        index_price: of.exactPrice(row.indexE8),
        premium_percent: percentOfE8(row.premiumE8),
      }),
    );
  }

  async payments(
    customerId: number,
    input: CallRequest<'GET lever/my_funding'>,
  ): Promise<CallOutput<'GET lever/my_funding'>> {
    const { pool, units } = this.#options;
    const cursor = readCursor(input.cursor, 2);
    const rows = await listFundingPayments(pool, customerId, {
      ...rangeOf(input),
      before: cursor === null ? null : [cursor[0] ?? 0, cursor[1] ?? 0],
    });
    return pageOf(
      rows,
      input.limit,
      row => `${row.fundingAtMs}.${row.positionId}`,
      row => wirePayment(row, units.of(row.marketId)),
    );
  }

  async liquidations(
    customerId: number,
    input: CallRequest<'GET lever/liquidations'>,
  ): Promise<CallOutput<'GET lever/liquidations'>> {
    const { pool, units } = this.#options;
    const rows = await listLiquidations(pool, customerId, idRange(input));
    return pageOf(
      rows,
      input.limit,
      row => String(row.recordId),
      row => wireLiquidation(row, units.of(row.marketId)),
    );
  }

  /** Everybody's, for the desk. */
  async allLiquidations(input: { readonly cursor?: string | undefined; readonly limit: number }) {
    const { pool, units } = this.#options;
    const before = readCursor(input.cursor, 1)?.[0] ?? null;
    const rows = await listAllLiquidations(pool, before, input.limit + 1);
    return pageOf(
      rows,
      input.limit,
      row => String(row.recordId),
      row => ({
        ...wireLiquidation(row, units.of(row.marketId)),
        customer_id: row.customerId,
      }),
    );
  }

  async triggers(
    customerId: number,
    input: CallRequest<'GET lever/triggers'>,
  ): Promise<CallOutput<'GET lever/triggers'>> {
    const { pool, units } = this.#options;
    const rows = await listTriggers(pool, customerId, idRange(input));
    return pageOf(
      rows,
      input.limit,
      row => String(row.recordId),
      row => wireTrigger(row, units.of(row.marketId)),
    );
  }

  async deleveragings(
    customerId: number,
    input: CallRequest<'GET lever/deleveragings'>,
  ): Promise<CallOutput<'GET lever/deleveragings'>> {
    const { pool, units } = this.#options;
    const rows = await listDeleveragings(pool, customerId, idRange(input));
    return pageOf(
      rows,
      input.limit,
      row => String(row.recordId),
      row => wireDeleveraging(row, units.of(row.marketId)),
    );
  }

  async offsets(
    customerId: number,
    input: CallRequest<'GET lever/offsets'>,
  ): Promise<CallOutput<'GET lever/offsets'>> {
    const { pool, units } = this.#options;
    const rows = await listOffsets(pool, customerId, idRange(input));
    return pageOf(
      rows,
      input.limit,
      row => String(row.recordId),
      row => wireOffset(row, units.of(row.marketId)),
    );
  }

  /** Of the fund in this currency. */
  async insurance(
    currency: { readonly id: number; readonly decimals: number },
    input: CallRequest<'GET lever/insurance_history'>,
  ): Promise<CallOutput<'GET lever/insurance_history'>> {
    const before = readCursor(input.cursor, 1)?.[0] ?? null;
    const rows = await listInsurance(this.#options.pool, currency.id, before, input.limit + 1);
    return pageOf(
      rows,
      input.limit,
      row => String(row.postingId),
      row => ({
        entry_id: String(row.postingId),
        amount: formatMinor(row.amountMinor, currency.decimals),
        balance_after: formatMinor(row.balanceAfterMinor, currency.decimals),
        reason: INSURANCE_REASONS[row.reason] ?? 'other',
        reference: row.reference,
        at_ms: row.atMs,
      }),
    );
  }
}

const INSURANCE_REASONS: Readonly<Record<string, 'funding' | 'liquidation'>> = {
  houseFunding: 'funding',
  perpetualLiquidation: 'liquidation',
  perpetualTrade: 'liquidation',
};

interface RangeInput {
  readonly market_id?: number | undefined;
  readonly position_id?: number | undefined;
  readonly from_ms?: number | undefined;
  readonly to_ms?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

function rangeOf(input: RangeInput) {
  return {
    marketId: input.market_id,
    positionId: input.position_id,
    fromMs: input.from_ms,
    toMs: input.to_ms,
    limit: input.limit + 1,
  };
}

function idRange(input: RangeInput) {
  return { ...rangeOf(input), beforeId: readCursor(input.cursor, 1)?.[0] ?? null };
}
