import { formatMinor } from '@tallystick/core/money/decimal';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { CustodyChain } from '../../chains/custody/custody-chain.ts';
import { explorerUrl } from '../../chains/networks.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Payable } from '../withdrawal/batched.ts';
import type { BatchDetail } from './batch-checks.ts';
import type { PlannedSweep } from './plan.ts';
import { EXPLANATIONS, type Position } from './positions.ts';
import type { ComparisonHealth } from './reconciliation.ts';
import type { Item, Transaction } from './store.ts';
import type { CustodyTerms } from './terms.ts';

type Units = Pick<MarketUnitsTable, 'currency'>;
type WireBatch = DeskOutput<'GET desk/custody_batch'>;
type WireSummary = DeskOutput<'GET desk/custody_batches'>['items'][number];

export interface NetworkView {
  readonly chain: CustodyChain;
  readonly terms: CustodyTerms;
  readonly health: ComparisonHealth;
  readonly positions: readonly Position[];
  readonly toCold: readonly { readonly currencyId: number; readonly amount: bigint }[];
}

export function wireNetwork(
  { chain, terms, health, positions, toCold }: NetworkView,
  units: Units,
): DeskOutput<'GET desk/custody'>['items'][number] {
  const [any] = positions;
  return {
    network: chain.network,
    coin: units.currency(chain.coin).code,
    hot_address: chain.hot,
    cold_addresses: [...chain.cold],
    fee_ceiling: formatMinor(terms.feeCeiling, chain.decimals(chain.coin)),
    block: any?.blockNumber ?? null,
    compared_at_ms: any?.atMs ?? null,
    failure: health.lastError,
    currencies: chain.currencies.map(id => {
      const decimals = chain.decimals(id);
      const format = (amount: bigint): string => formatMinor(amount, decimals);
      const position = positions.find(one => one.currencyId === id) ?? null;
      const { hotTarget, hotMaximum } = terms.of(id);
      const lacks = position === null ? 0n : hotTarget - position.hot;
      const more = toCold.find(one => one.currencyId === id)?.amount ?? null;
      return {
        currency_id: id,
        currency: units.currency(id).code,
        ledger: position && format(position.ledger),
        hot: position && format(position.hot),
        cold: position && format(position.cold),
        deposits: position && format(position.deposits),
        explained:
          position === null
            ? []
            : EXPLANATIONS.filter(name => position.explained[name] !== 0n).map(name => ({
                name,
                amount: format(position.explained[name]),
              })),
        unexplained: position && format(position.unexplained),
        hot_target: format(hotTarget),
        hot_maximum: format(hotMaximum),
        refill: lacks > 0n ? format(lacks) : null,
        to_cold: more === null ? null : format(more),
      };
    }),
  };
}

export function wirePayout(
  payable: Payable,
  units: Units,
): DeskOutput<'GET desk/custody_plan'>['payouts'][number] {
  const { code, decimals } = units.currency(payable.currencyId);
  return {
    withdrawal_id: payable.id,
    customer_id: payable.customerId,
    currency: code,
    amount: formatMinor(payable.amountMinor, decimals),
    held: payable.held,
  };
}

export function wireSweep(
  sweep: PlannedSweep,
  chain: CustodyChain,
  units: Units,
): DeskOutput<'GET desk/custody_plan'>['sweeps'][number] {
  return {
    address: sweep.address,
    customer_id: sweep.customerId,
    currency: units.currency(sweep.currencyId).code,
    amount: formatMinor(sweep.amount, chain.decimals(sweep.currencyId)),
    to: sweep.toHolder,
    gas_short: sweep.gasShort > 0n ? formatMinor(sweep.gasShort, chain.decimals(chain.coin)) : null,
    in_batch: sweep.isTaken,
  };
}

export interface BatchView extends BatchDetail {
  readonly chain: CustodyChain;
  readonly whoIs: (operatorId: number | null) => string;
  readonly mayCancel: boolean;
  readonly mayReplace: boolean;
  readonly replaceableFromMs: number | null;
  readonly held: boolean;
}

export function wireSummary(
  { batch, items, transactions, chain, whoIs }: BatchView,
  units: Units,
): WireSummary {
  const totals = new Map<number, bigint>();
  for (const { currencyId, amount } of items) {
    totals.set(currencyId, (totals.get(currencyId) ?? 0n) + amount);
  }
  const newest = transactions.filter(one => one.version === batch.version);
  const coin = (amount: bigint): string => formatMinor(amount, chain.decimals(chain.coin));
  return {
    id: batch.id,
    network: batch.network,
    kind: batch.kind,
    state: batch.state,
    version: batch.version,
    totals: [...totals].map(([id, amount]) => ({
      currency: units.currency(id).code,
      amount: formatMinor(amount, chain.decimals(id)),
    })),
    items: items.length,
    fee_most: coin(newest.reduce((sum, one) => sum + one.feeMost, 0n)),
    fee_paid: coin(transactions.reduce((sum, one) => sum + (one.fee ?? 0n), 0n)),
    coin: units.currency(chain.coin).code,
    refused: batch.deviations.length > 0,
    created_by: whoIs(batch.createdBy),
    created_at_ms: batch.createdAtMs,
    sent_by: batch.sentBy === null ? null : whoIs(batch.sentBy),
    sent_at_ms: batch.sentAtMs,
    ended_at_ms: batch.endedAtMs,
  };
}

export function wireBatch(view: BatchView, units: Units): WireBatch {
  const { batch, items, transactions, chain } = view;
  // What a version has no transaction for stays as the one before has it.
  const newest = new Map(transactions.map(one => [one.slot, one]));
  const moved = new Set([...newest.values()].flatMap(one => one.itemIds));
  return {
    ...wireSummary(view, units),
    digest: batch.digest,
    contents: items.map(item => wireItem(item, view, moved, units)),
    transactions: transactions.map(one => wireTransaction(one, chain)),
    deviations: batch.deviations.map(one => ({ ...one })),
    doubt: batch.doubt,
    may_cancel: view.mayCancel,
    may_replace: view.mayReplace,
    replaceable_from_ms: view.replaceableFromMs,
  };
}

function wireItem(
  item: Item,
  { batch, chain, held, transactions }: BatchView,
  moved: ReadonlySet<number>,
  units: Units,
): WireBatch['contents'][number] {
  const isHidden = held && batch.sentAtMs === null && item.withdrawalId !== null;
  const newer = transactions.some(one => one.version === batch.version && batch.version > 1);
  return {
    id: item.id,
    withdrawal_id: item.withdrawalId,
    currency: units.currency(item.currencyId).code,
    amount: formatMinor(item.amount, chain.decimals(item.currencyId)),
    sender: item.sender,
    recipient: isHidden ? '' : item.recipient,
    memo: isHidden ? null : item.memo,
    state: item.state,
    left_out: item.state === 'open' && newer && !moved.has(item.id) && !isMined(item, transactions),
  };
}

function isMined({ id }: Item, transactions: readonly Transaction[]): boolean {
  return transactions.some(one => one.itemIds.includes(id) && one.blockNumber !== null);
}

function wireTransaction(one: Transaction, chain: CustodyChain): WireBatch['transactions'][number] {
  const coin = (amount: bigint): string => formatMinor(amount, chain.decimals(chain.coin));
  const { transactionId } = one;
  return {
    version: one.version,
    item_ids: [...one.itemIds],
    transaction_id: transactionId,
    explorer_url: transactionId === null ? null : explorerUrl(chain.network, 'transaction', transactionId),
    state: one.state,
    fee_most: coin(one.feeMost),
    fee: one.fee === null ? null : coin(one.fee),
  };
}
