import { BALANCES } from '../engine/projections/balances.ts';
import { CONVERSIONS, DUST_CONVERSIONS } from '../engine/projections/conversions.ts';
import { CUSTOMER_DEBTS, CUSTOMER_STATES } from '../engine/projections/customer-states.ts';
import { EXCHANGE_EVENTS } from '../engine/projections/exchange-events.ts';
import { IDEMPOTENCY } from '../engine/projections/idempotency.ts';
import type { StoredColumn } from '../engine/projections/kinds.ts';
import { LAUNCH_COMMITMENTS, LAUNCH_ORDERS } from '../engine/projections/launch.ts';
import { LEDGER_ENTRIES } from '../engine/projections/ledger-entries.ts';
import { OPTIONS } from '../engine/projections/options.ts';
import { ORDERS } from '../engine/projections/orders.ts';
import {
  DELEVERAGINGS,
  FUNDING_PAYMENTS,
  FUNDINGS,
  LIQUIDATIONS,
  OFFSETS,
  PERPETUAL_TRADES,
  POSITIONS,
  PREMIUMS,
  STOP_TRIGGERS,
} from '../engine/projections/perpetual-tables.ts';
import { PRICE_TICKS } from '../engine/projections/price-ticks.ts';
import {
  REBATES,
  REFERRAL_DAYS,
  REFERRAL_PENDING,
  REFERRAL_SETTLEMENTS,
} from '../engine/projections/referral.ts';
import { TRADES } from '../engine/projections/trades.ts';
import { TRUST_ORDERS, TRUST_PAYMENTS } from '../engine/projections/trust.ts';
import { WITHDRAWAL_STATES } from '../engine/projections/withdrawal-states.ts';

interface Declared {
  readonly name: string;
  /** The key that orders the rows and names one. */
  readonly key: readonly string[];
  readonly columns: readonly StoredColumn[];
}

interface Rules {
  /** Columns not compared: written by others, or also counting failed attempts. */
  readonly ignore?: readonly string[];
  /** Which rows are compared, both stored and computed. */
  readonly where?: string;
}

/** A table whose every row follows from the journal. */
export type AuditedTable = Declared & Rules;

function audited({ name, key, columns }: Declared, rules: Rules = {}): AuditedTable {
  return { name, key, columns, ...rules };
}

/** Differences are reported in this order: first the tables customers see. */
export const AUDITED_TABLES: readonly AuditedTable[] = [
  audited(BALANCES),
  audited(LEDGER_ENTRIES),
  audited(ORDERS),
  audited(TRADES),
  audited(WITHDRAWAL_STATES),
  audited(CUSTOMER_STATES),
  audited(CUSTOMER_DEBTS),
  audited(POSITIONS),
  audited(PERPETUAL_TRADES),
  audited(PREMIUMS),
  audited(FUNDINGS, { ignore: ['told'] }),
  audited(FUNDING_PAYMENTS),
  audited(STOP_TRIGGERS, { ignore: [...STOP_TRIGGERS.key, 'told'] }),
  audited(LIQUIDATIONS, { ignore: [...LIQUIDATIONS.key, 'told'] }),
  audited(DELEVERAGINGS, { ignore: [...DELEVERAGINGS.key, 'told'] }),
  audited(OFFSETS, { ignore: OFFSETS.key }),
  audited(OPTIONS),
  audited(TRUST_ORDERS),
  audited(TRUST_PAYMENTS),
  audited(REBATES),
  audited(REFERRAL_DAYS),
  audited(REFERRAL_SETTLEMENTS),
  audited(REFERRAL_PENDING),
  audited(CONVERSIONS),
  audited(DUST_CONVERSIONS),
  audited(LAUNCH_ORDERS),
  audited(LAUNCH_COMMITMENTS),
  // Events that all subscribers have handled are deleted after a while.
  audited(EXCHANGE_EVENTS, { where: 'at_ms > $fed_since' }),
  // Older ticks are in files, whose last hash is in price_log_archives.
  audited(PRICE_TICKS, { where: 'number > $archived' }),
  // Refusals are kept but not journaled; rows older than the retention time may be deleted.
  audited(IDEMPOTENCY, { where: `at_ms > $kept_since and result like '[%'` }),
];
