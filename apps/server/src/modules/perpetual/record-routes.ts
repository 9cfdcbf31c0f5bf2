import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import type { RegisterCall } from '../../http/call-router.ts';
import { idRangeOf, pageOf, rangeOf, readCursor, readPair, type Page } from '../../http/page.ts';
import type { Session } from '../../http/session.ts';
import type { PerpetualMarkets } from './market.ts';
import {
  listAllLiquidations,
  listDeleveragings,
  listFundingPayments,
  listFundings,
  listInsurance,
  listLiquidations,
  listOffsets,
  listPremiums,
  listTopUps,
  listTriggers,
  type IdRange,
  type Numbered,
} from './record-store.ts';
import {
  wireDeleveraging,
  wireFunding,
  wireInsuranceEntry,
  wireLiquidation,
  wireOffset,
  wirePayment,
  wirePremium,
  wireTopUp,
  wireTrigger,
} from './record-wire.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import type { Reads } from '../../database/reads.ts';
import type { PerpetualUnits, PerpetualUnitsTable } from './units.ts';

export interface RecordRoutesOptions {
  readonly history: HistoryPool;
  readonly units: PerpetualUnitsTable;
  readonly markets: Pick<PerpetualMarkets, 'settlement'>;
}

/** Records of contracts and positions, each with the figures it was computed from. */
export function recordRoutes({ history, units, markets }: RecordRoutesOptions) {
  /** A call for the customer's records of one kind. */
  const own =
    <Row extends { readonly marketId: number }, Item>(
      read: (db: Reads, customerId: number, range: IdRange) => Promise<Numbered<Row>[]>,
      wire: (row: Numbered<Row>, units: PerpetualUnits) => Item,
    ) =>
    async (
      input: Parameters<typeof idRangeOf>[0],
      { session }: { readonly session: Session },
    ): Promise<Page<Item>> => {
      const rows = await history.read(db => read(db, session.customerId, idRangeOf(input)));
      return pageOf(rows, input.limit, idOf, row => wire(row, units.of(row.marketId)));
    };

  /** A call for a contract's records of one kind. */
  const ofContract =
    <Row, Item>(
      read: (db: Reads, marketId: number, range: IdRange) => Promise<Row[]>,
      wire: (row: Row, units: PerpetualUnits) => Item,
      cursorOf: (row: Row) => number,
    ) =>
    async (input: Parameters<typeof idRangeOf>[0] & { readonly market_id: number }): Promise<Page<Item>> => {
      const of = units.of(input.market_id);
      const rows = await history.read(db => read(db, input.market_id, idRangeOf(input)));
      const place = (row: Row): string => String(cursorOf(row));
      return pageOf(rows, input.limit, place, row => wire(row, of));
    };

  /** All customers' records, for the desk. */
  async function allLiquidations(
    input: DeskRequest<'GET desk/liquidations'>,
  ): Promise<DeskOutput<'GET desk/liquidations'>> {
    const before = readCursor(input.cursor, 1)?.[0] ?? null;
    const rows = await history.read(db => listAllLiquidations(db, before, input.limit + 1));
    return pageOf(rows, input.limit, idOf, row => ({
      ...wireLiquidation(row, units.of(row.marketId), units),
      customer_id: row.customerId,
    }));
  }

  function calls(register: RegisterCall): void {
    register(
      'GET lever/funding_history',
      ofContract(listFundings, wireFunding, row => row.fundingId),
    );
    register(
      'GET lever/premiums',
      ofContract(listPremiums, wirePremium, row => row.atMs),
    );
    register('GET lever/insurance_history', async input => {
      const { id, decimals } = markets.settlement();
      const before = readCursor(input.cursor, 1)?.[0] ?? null;
      const rows = await history.read(db => listInsurance(db, id, before, input.limit + 1));
      return pageOf(
        rows,
        input.limit,
        row => String(row.postingId),
        row => wireInsuranceEntry(row, decimals),
      );
    });
    register('GET lever/my_funding', async (input, { session }) => {
      const range = { ...rangeOf(input), before: readPair(input.cursor) };
      const rows = await history.read(db => listFundingPayments(db, session.customerId, range));
      return pageOf(
        rows,
        input.limit,
        row => `${row.fundingAtMs}.${row.positionId}`,
        row => wirePayment(row, units.of(row.marketId)),
      );
    });
    register(
      'GET lever/liquidations',
      own(listLiquidations, (row, of) => wireLiquidation(row, of, units)),
    );
    register('GET lever/triggers', own(listTriggers, wireTrigger));
    register('GET lever/top_ups', own(listTopUps, wireTopUp));
    register('GET lever/deleveragings', own(listDeleveragings, wireDeleveraging));
    register('GET lever/offsets', own(listOffsets, wireOffset));
  }

  return { allLiquidations, calls };
}

function idOf({ recordId }: Numbered<unknown>): string {
  return String(recordId);
}
