import { CHANNELS, type ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { COMPANY_CHANNELS } from '@tallystick/protocol/desk/books-changes';
import type pg from 'pg';
import type { RegisterCall } from '../../http/call-router.ts';
import type { RegisterDeskCall } from '../../http/desk-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { toWire } from '../../http/words.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { ProfitWithdrawals } from './profit.ts';
import * as store from './profit-store.ts';
import { newestProof } from './proof.ts';
import { reconciled, type ReconciledOptions } from './reconciled.ts';
import { reportOf } from './report.ts';
import type { BooksService } from './service.ts';
import { wireAccounts, wireOverview, wireWithdrawal } from './wire.ts';

export interface BooksRoutesOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'freeProfitMinor' | 'balance' | 'currencies' | 'lastPostingId'>;
  readonly chains: ReconciledOptions['chains'];
  readonly units: MarketUnitsTable;
  readonly now: () => number;
  readonly service: BooksService;
  readonly profit: ProfitWithdrawals;
}

type Channel = (typeof COMPANY_CHANNELS)[number];

/** The desk's calls about the company's books. */
export function registerBooksDeskCalls(register: RegisterDeskCall, options: BooksRoutesOptions): void {
  const { pool, service, profit } = options;
  const { currencyOf } = service;
  register('GET desk/books', async ({ month }) => wireOverview(await service.overview(month), currencyOf));
  register('GET desk/books_accounts', async ({ month }) => ({
    month,
    items: wireAccounts(await service.figures(month), currencyOf),
  }));
  register('GET desk/books_report', async ({ month, report }) =>
    reportOf(report, await service.figures(month), currencyOf),
  );
  register('GET desk/books_export', async ({ month, after }) => {
    const page = await service.export(month, after);
    const { csv, postings, lines, isComplete: complete } = page;
    return { csv, postings, lines, next_after: page.after, complete };
  });
  register('GET desk/books_reconciliation', async () => ({ items: await reconciled(pool, options) }));
  register('GET desk/profit', async ({ cursor, limit }) => {
    const rows = await store.listWithdrawals(pool, readCursor(cursor, 1)?.[0] ?? null, limit + 1);
    const page = pageOf(
      rows,
      limit,
      row => String(row.id),
      row => wireWithdrawal(row, currencyOf),
    );
    const accounts = await store.findAccounts(pool);
    return {
      ...page,
      free: await freeProfit(options),
      accounts: accounts.map(one => ({
        id: one.id,
        name: one.name,
        channel: toWire(one.channel) as Channel,
        destination: one.destination,
        opened_at_ms: one.openedAtMs,
      })),
      channels: CHANNELS.map(channel => toWire(channel) as Channel),
    };
  });
  register('POST desk/profit_stop', async ({ id, reason }, { operator }) => {
    await profit.stop(operator, id, reason);
    return { stopped: true as const };
  });
}

/** What anybody may read: what has left or is about to. */
export function registerCompanyCalls(register: RegisterCall, { pool, units }: BooksRoutesOptions): void {
  register('GET company/profit_withdrawals', async ({ cursor, limit }) => {
    const rows = await store.listWithdrawals(pool, readCursor(cursor, 1)?.[0] ?? null, limit + 1);
    return pageOf(
      rows,
      limit,
      row => String(row.id),
      row => publicWithdrawal(row, units),
    );
  });
}

function publicWithdrawal(
  row: store.ProfitWithdrawal,
  units: MarketUnitsTable,
): CallOutput<'GET company/profit_withdrawals'>['items'][number] {
  const { code, decimals } = units.currency(row.currencyId);
  return {
    id: row.id,
    currency: code,
    amount: formatMinor(row.amountMinor, decimals),
    // On its way is not paid: the public is told what is in the log.
    state: row.state === 'leaving' ? 'announced' : row.state,
    account: row.account,
    announced_at_ms: row.announcedAtMs,
    payable_at_ms: row.dueAtMs,
    ended_at_ms: row.endedAtMs,
    liabilities_record: row.liabilitiesRecord,
    reserves_record: row.reservesRecord,
  };
}

async function freeProfit({
  pool,
  exchange,
}: BooksRoutesOptions): Promise<DeskOutput<'GET desk/profit'>['free']> {
  const announced = await store.announcedMinor(pool);
  const free = [];
  for (const { id, code, decimals } of exchange.currencies()) {
    const held = (account: 'fees' | 'treasury' | 'optionPool'): string =>
      formatMinor(exchange.balance({ ownerId: 0, account, currencyId: id }).availableMinor, decimals);
    const proof = await newestProof(pool, { id, code }, exchange.lastPostingId);
    free.push({
      currency_id: id,
      currency: code,
      fees: held('fees'),
      treasury: held('treasury'),
      option_pool: held('optionPool'),
      free: formatMinor(exchange.freeProfitMinor(id), decimals),
      announced: formatMinor(announced.get(id) ?? 0n, decimals),
      proven:
        proof === null
          ? null
          : {
              liabilities: formatMinor(proof.liabilitiesMinor, decimals),
              assets: formatMinor(proof.assetsMinor, decimals),
              at_ms: proof.atMs,
              liabilities_record: proof.liabilitiesRecord,
              reserves_record: proof.reservesRecord,
            },
    });
  }
  return free;
}
