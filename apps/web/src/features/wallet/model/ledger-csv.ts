import type { WireLedgerEntry, WireTransfer } from '@tallystick/protocol/wire';
import { toCsv } from '#lib/csv.ts';

const iso = (atMs: number) => new Date(atMs).toISOString();

/** Headings stay English and amounts keep all their digits: the file is for programs. */
export function ledgerCsv(entries: readonly WireLedgerEntry[]): string {
  return toCsv(
    [
      ...['entry_id', 'at', 'account', 'currency', 'amount', 'balance_after', 'reason', 'reference'],
      ...['symbol', 'side', 'price', 'quantity', 'fee', 'fee_currency', 'order_id', 'position_id'],
    ],
    entries.map(entry => [
      entry.entry_id,
      iso(entry.at_ms),
      entry.account,
      entry.currency,
      entry.amount,
      entry.balance_after,
      entry.reason,
      entry.reference,
      ...dealCells(entry.deal),
    ]),
  );
}

/** Empty if the entry is not from a trade. */
function dealCells(deal: WireLedgerEntry['deal']): readonly (string | number)[] {
  const { symbol, side, price, quantity, fee, fee_currency, order_id, position_id } = deal ?? {};
  return [symbol, side, price, quantity, fee, fee_currency, order_id, position_id].map(cell => cell ?? '');
}

export function transfersCsv(transfers: readonly WireTransfer[]): string {
  return toCsv(
    ['transfer_id', 'at', 'from', 'to', 'currency', 'amount'],
    transfers.map(transfer => [
      transfer.transfer_id,
      iso(transfer.at_ms),
      transfer.from,
      transfer.to,
      transfer.currency,
      transfer.amount,
    ]),
  );
}
