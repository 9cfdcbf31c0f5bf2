import type { Command, CommandType } from '@tallystick/core';
import type { Idempotency } from '../command-bus.ts';
import { decodeMark, isMark, type JournalMark } from './mark.ts';

/** A command as it stands in the journal. */
export interface JournalEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: Command;
  readonly idempotency: Idempotency | null;
}

type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
type FieldOf<T extends CommandType> = Exclude<keyof CommandOf<T>, 'type'>;
/**
 * Whether a field holds a bigint (or null): those travel as decimal strings. `optional`: one that was added later, at
 * the end, and is no bigint; rows written before lack it.
 */
type KindOf<V> = undefined extends V
  ? 'optional'
  : bigint extends V
    ? 'bigint'
    : Extract<V, bigint> extends never
      ? 'plain'
      : 'bigint';
type FieldsOf<T extends CommandType> = { readonly [F in FieldOf<T>]: KindOf<CommandOf<T>[F]> };

/**
 * The fields of every command in the order of the journal. Never reorder or remove one, only add at the end:
 * journals are kept for good. The types force this table to be complete.
 */
export const COMMAND_FIELDS: { readonly [T in CommandType]: FieldsOf<T> } = {
  configureCurrency: { currency: 'plain' },
  configureMarket: { market: 'plain' },
  setMarketStatus: { marketId: 'plain', status: 'plain' },
  openCustomer: { customerId: 'plain' },
  setCustomerFrozen: { customerId: 'plain', frozen: 'plain' },
  credit: {
    customerId: 'plain',
    account: 'plain',
    currencyId: 'plain',
    amountMinor: 'bigint',
    from: 'plain',
    reference: 'plain',
  },
  reverseCredit: {
    customerId: 'plain',
    account: 'plain',
    currencyId: 'plain',
    amountMinor: 'bigint',
    to: 'plain',
    reference: 'plain',
  },
  payGoodwill: { goodwillId: 'plain', customerId: 'plain', currencyId: 'plain', amountMinor: 'bigint' },
  reverseDeposit: {
    depositId: 'plain',
    customerId: 'plain',
    currencyId: 'plain',
    creditedMinor: 'bigint',
    amountMinor: 'bigint',
    to: 'plain',
    reference: 'plain',
  },
  fundHouse: { from: 'plain', to: 'plain', currencyId: 'plain', amountMinor: 'bigint', reference: 'plain' },
  requestWithdrawal: {
    customerId: 'plain',
    withdrawalId: 'plain',
    currencyId: 'plain',
    amountMinor: 'bigint',
    feeMinor: 'bigint',
    via: 'plain',
  },
  releaseWithdrawal: { withdrawalId: 'plain' },
  settleWithdrawal: { withdrawalId: 'plain' },
  transfer: {
    customerId: 'plain',
    currencyId: 'plain',
    from: 'plain',
    to: 'plain',
    amountMinor: 'bigint',
  },
  placeOrder: {
    customerId: 'plain',
    marketId: 'plain',
    side: 'plain',
    orderType: 'plain',
    timeInForce: 'plain',
    postOnly: 'plain',
    priceTicks: 'plain',
    quantityLots: 'plain',
    budgetMinor: 'bigint',
    triggerTicks: 'plain',
    clientOrderId: 'plain',
  },
  cancelOrder: { customerId: 'plain', orderId: 'plain' },
  cancelAllOrders: { customerId: 'plain', marketId: 'plain' },
  passTime: {},
  recordIndexTick: { marketId: 'plain', priceE8: 'plain', sources: 'plain' },
  configurePerpetual: { perpetual: 'plain' },
  setPerpetualStatus: { marketId: 'plain', status: 'plain' },
  placePerpetualOrder: {
    customerId: 'plain',
    marketId: 'plain',
    side: 'plain',
    orderType: 'plain',
    lots: 'plain',
    multiple: 'plain',
    priceTicks: 'plain',
    worstPriceTicks: 'plain',
    postOnly: 'plain',
    takeProfitTicks: 'plain',
    stopLossTicks: 'plain',
    clientOrderId: 'plain',
  },
  cancelPerpetualOrder: { customerId: 'plain', orderId: 'plain' },
  cancelAllPerpetualOrders: { customerId: 'plain', marketId: 'plain' },
  closePosition: {
    customerId: 'plain',
    positionId: 'plain',
    lots: 'plain',
    priceTicks: 'plain',
    worstPriceTicks: 'plain',
  },
  closeAllPositions: { customerId: 'plain', marketId: 'plain' },
  reversePosition: { customerId: 'plain', positionId: 'plain', worstPriceTicks: 'plain' },
  offsetPositions: {
    customerId: 'plain',
    longPositionId: 'plain',
    shortPositionId: 'plain',
    lots: 'plain',
  },
  setStops: {
    customerId: 'plain',
    positionId: 'plain',
    takeProfitTicks: 'plain',
    stopLossTicks: 'plain',
  },
  addMargin: { customerId: 'plain', positionId: 'plain', amountMinor: 'bigint' },
  configureOptions: { terms: 'plain' },
  buyOption: {
    customerId: 'plain',
    marketId: 'plain',
    direction: 'plain',
    seconds: 'plain',
    currencyId: 'plain',
    stakeMinor: 'bigint',
    termsVersion: 'plain',
    practice: 'plain',
  },
  resetPractice: { customerId: 'plain', currencyId: 'plain', amountMinor: 'bigint' },
  setDailyLossLimit: { customerId: 'plain', limitMinor: 'bigint' },
  setCoolDown: { customerId: 'plain', untilMs: 'plain' },
  configureTrustProduct: { productId: 'plain', enabled: 'plain', terms: 'plain' },
  buyTrust: {
    customerId: 'plain',
    productId: 'plain',
    termsVersion: 'plain',
    amountMinor: 'bigint',
    autoRenew: 'plain',
  },
  setTrustOpen: { open: 'plain' },
  setTrustRenewal: { customerId: 'plain', orderId: 'plain', autoRenew: 'plain' },
  redeemTrust: { customerId: 'plain', orderId: 'plain', maxPenaltyMinor: 'bigint' },
  configureLaunchOffer: { offer: 'plain' },
  cancelLaunchOffer: { offerId: 'plain' },
  commitToLaunch: {
    customerId: 'plain',
    offerId: 'plain',
    currencyId: 'plain',
    amountMinor: 'bigint',
    rateGuard: 'optional',
  },
  takeFromInsurance: { to: 'plain', currencyId: 'plain', amountMinor: 'bigint', reference: 'plain' },
  changeMarketTerms: { market: 'plain', noticeMs: 'plain' },
  changePerpetualTerms: { perpetual: 'plain', noticeMs: 'plain' },
  haltTrading: {
    line: 'plain',
    marketId: 'plain',
    mode: 'plain',
    reason: 'plain',
    note: 'plain',
    forMs: 'plain',
    prolong: 'plain',
  },
  resumeTrading: { line: 'plain', marketId: 'plain' },
  linkPromoter: { customerId: 'plain', promoterId: 'plain' },
  changeReferralTerms: { terms: 'plain', noticeMs: 'plain' },
  setReferralStanding: { customerId: 'plain', standing: 'plain' },
  convert: {
    customerId: 'plain',
    fromCurrencyId: 'plain',
    toCurrencyId: 'plain',
    amountMinor: 'bigint',
    expiresAtMs: 'plain',
    minReceivedMinor: 'bigint',
  },
  convertDust: { customerId: 'plain', lines: 'plain', expiresAtMs: 'plain', minReceivedMinor: 'bigint' },
  configureDust: { terms: 'plain' },
};

interface Layout {
  readonly names: readonly string[];
  readonly isBigint: readonly boolean[];
  /** So many of the names come first and are in every row. */
  readonly required: number;
}
const LAYOUTS = new Map<string, Layout>(
  Object.entries(COMMAND_FIELDS).map(([type, fields]) => [
    type,
    {
      names: Object.keys(fields),
      isBigint: Object.values(fields).map(kind => kind === 'bigint'),
      required: Object.values(fields).filter(kind => kind !== 'optional').length,
    },
  ]),
);

/**
 * One entry as a JSON array: `[atMs, type, field, …]`, with `[scope, key, inputHash]` at the end if it came with a
 * key. Readable with psql, a quarter of the size of objects with names, and faster than a binary form would be to
 * explain. Sequences are not written: a row's entries are consecutive.
 */
export function encodeEntry(entry: JournalEntry): string {
  const { command, idempotency } = entry;
  const { names, isBigint, required } = layoutOf(command.type);
  const fields = command as unknown as Readonly<Record<string, unknown>>;
  const row: unknown[] = [entry.atMs, command.type];
  for (let i = 0; i < names.length; i++) {
    const value = fields[names[i]!];
    if (value === undefined && i >= required) break;
    row.push(isBigint[i] && value !== null ? `${value as bigint}` : value);
  }
  if (idempotency !== null) row.push([idempotency.scope, idempotency.key, idempotency.inputHash]);
  return JSON.stringify(row);
}

/** The commands and marks of one journal row, from `encodeEntry` and `encodeMark` texts joined as a JSON array. Throws on anything else. */
export function decodeEntries(text: string, firstSequence: number): (JournalEntry | JournalMark)[] {
  const rows = JSON.parse(text) as unknown[][];
  const entries: (JournalEntry | JournalMark)[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    entries.push(isMark(row[1]) ? decodeMark(row, firstSequence + i) : decodeEntry(row, firstSequence + i));
  }
  return entries;
}

function decodeEntry(row: readonly unknown[], sequence: number): JournalEntry {
  const [atMs, type] = row;
  if (typeof atMs !== 'number' || typeof type !== 'string')
    throw new Error(`journal entry ${sequence} is unreadable`);
  const { names, isBigint, required } = layoutOf(type);
  const key = keyOf(row.at(-1));
  const present = row.length - 2 - (key === null ? 0 : 1);
  if (present < required || present > names.length) {
    throw new Error(`journal entry ${sequence} has ${row.length} fields`);
  }
  const command: Record<string, unknown> = { type };
  for (let i = 0; i < present; i++) {
    const value = row[i + 2];
    command[names[i]!] = isBigint[i] && value !== null ? BigInt(value as string) : value;
  }
  return { sequence, atMs, command: command as unknown as Command, idempotency: key };
}

/** No command ends in a field that is three texts. */
function keyOf(value: unknown): Idempotency | null {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(part => typeof part === 'string'))
    return null;
  const [scope, key, inputHash] = value as [string, string, string];
  return { scope, key, inputHash };
}

function layoutOf(type: string): Layout {
  const layout = LAYOUTS.get(type);
  if (layout === undefined) throw new Error(`unknown command in the journal: ${type}`);
  return layout;
}
