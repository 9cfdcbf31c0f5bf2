/** A table whose every row follows from the journal. */
export interface AuditedTable {
  readonly name: string;
  /** Orders the rows, and names one. */
  readonly key: readonly string[];
  /** What somebody else writes, or what counts attempts that failed, too. */
  readonly ignore?: readonly string[];
  /** Which rows are compared, of the stored and of the computed alike. */
  readonly where?: string;
}

/** In the order in which a difference is told: what customers see first. */
export const AUDITED_TABLES: readonly AuditedTable[] = [
  { name: 'balances', key: ['owner_id', 'account', 'currency_id'] },
  { name: 'ledger_entries', key: ['owner_id', 'posting_id', 'account', 'currency_id'] },
  { name: 'orders', key: ['customer_id', 'order_id'] },
  { name: 'trades', key: ['trade_id'] },
  { name: 'withdrawal_states', key: ['withdrawal_id'] },
  { name: 'customer_states', key: ['customer_id'] },
  { name: 'customer_debts', key: ['customer_id', 'currency_id'] },
  { name: 'positions', key: ['position_id'] },
  { name: 'perpetual_trades', key: ['trade_id'] },
  { name: 'perpetual_premiums', key: ['market_id', 'at_ms'] },
  { name: 'perpetual_fundings', key: ['market_id', 'funding_id'], ignore: ['told'] },
  { name: 'perpetual_funding_payments', key: ['customer_id', 'funding_at_ms', 'position_id'] },
  { name: 'perpetual_stop_triggers', key: ['trigger_id'], ignore: ['trigger_id', 'told'] },
  { name: 'perpetual_liquidations', key: ['liquidation_id'], ignore: ['liquidation_id', 'told'] },
  { name: 'perpetual_deleveragings', key: ['deleveraging_id'], ignore: ['deleveraging_id', 'told'] },
  { name: 'perpetual_offsets', key: ['offset_id'], ignore: ['offset_id'] },
  { name: 'options', key: ['option_id'] },
  { name: 'trust_orders', key: ['order_id'] },
  { name: 'trust_payments', key: ['order_id', 'day'] },
  { name: 'referral_rebates', key: ['posting_id', 'role', 'level'] },
  { name: 'referral_days', key: ['promoter_id', 'utc_day', 'customer_id', 'level', 'currency_id'] },
  { name: 'referral_settlements', key: ['posting_id'] },
  { name: 'referral_pending', key: ['promoter_id', 'currency_id'] },
  { name: 'conversions', key: ['order_id'] },
  { name: 'dust_conversions', key: ['dust_id', 'currency_id'] },
  { name: 'launch_orders', key: ['order_id'] },
  { name: 'launch_commitments', key: ['commitment_id'] },
  // What everybody has handled is forgotten after a while.
  { name: 'exchange_events', key: ['sequence', 'ordinal'], where: 'at_ms > $fed_since' },
  {
    name: 'price_ticks',
    key: ['number'],
    // What is older lies in files, whose last hash stands in price_log_archives.
    where: 'number > $archived',
  },
  {
    name: 'idempotency',
    key: ['scope', 'key'],
    // A refusal is kept but not journaled; what is older than keys are kept may be gone.
    where: `at_ms > $kept_since and result like '[%'`,
  },
];
