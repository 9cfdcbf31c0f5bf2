import { audited, type AuditedTable } from '../engine/products/product.ts';
import { ENGINE_PRODUCTS } from '../engine/products/products.ts';
import { BALANCES } from '../engine/projections/balances.ts';
import { EXCHANGE_EVENTS } from '../engine/projections/exchange-events.ts';
import { IDEMPOTENCY } from '../engine/projections/idempotency.ts';
import { LEDGER_ENTRIES } from '../engine/projections/ledger-entries.ts';

/** Differences are reported in this order: first the tables customers see. */
export const AUDITED_TABLES: readonly AuditedTable[] = [
  audited(BALANCES),
  audited(LEDGER_ENTRIES),
  ...ENGINE_PRODUCTS.flatMap(({ tables }) => tables),
  // Events that all subscribers have handled are deleted after a while.
  audited(EXCHANGE_EVENTS, { where: 'at_ms > $fed_since' }),
  // Refusals are stored but not journaled. Rows past the keys' retention time may be deleted already.
  audited(IDEMPOTENCY, { where: `at_ms > $kept_since and sequence <= $sequence and result like '[%'` }),
];
