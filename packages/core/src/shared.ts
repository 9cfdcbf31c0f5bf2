import type { Customers } from './customer/customer.ts';
import type { EventLog } from './event-log.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { Limits } from './limit/limit.ts';
import type { Markets } from './market/market.ts';

/** What all parts that apply commands share. */
export interface Shared {
  readonly log: EventLog;
  readonly ledger: Ledger;
  readonly markets: Markets;
  readonly customers: Customers;
  readonly limits: Limits;
}
