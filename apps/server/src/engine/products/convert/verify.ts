import { completeSince } from '../../history/floors.ts';
import type { VerifiedProduct } from '../verified-product.ts';

/** Compares conversions with the ledger. */
export const CONVERT_VERIFIED: VerifiedProduct = {
  rules: [
    {
      what: 'the ledger and the trades of a conversion disagree on order',
      sql: `select c.order_id as name
      from conversions c
      cross join lateral (values (c.order_id), (c.second_order_id)) as leg (order_id)
      join trades t on t.taker_customer_id = c.customer_id and t.taker_order_id = leg.order_id
      join ledger_entries e on e.owner_id = c.customer_id and e.reference = 'trade:' || t.trade_id
      where c.converted_at_ms >= ${completeSince('trades', 'ledger_entries')}
      group by c.order_id
      having sum(e.amount_minor) filter (where e.currency_id = c.from_currency_id) <> -c.paid_minor
        or sum(e.amount_minor) filter (where e.currency_id = c.to_currency_id) <> c.received_minor
        or coalesce(sum(e.amount_minor) filter (where e.currency_id = c.via_currency_id), 0) <> c.rest_minor`,
    },
    {
      what: 'a conversion has no trades:',
      sql: `select c.order_id as name from conversions c
      where c.converted_at_ms >= ${completeSince('trades')} and not exists (
        select from trades t where t.taker_customer_id = c.customer_id and t.taker_order_id = c.order_id
      )`,
    },
    {
      what: 'the ledger and what the house bought of small balances disagree on',
      sql: `select reference || '/' || owner_id || '/' || currency_id as name from (
        select reference, owner_id, currency_id, amount_minor as minor from ledger_entries
        where reason = 'dustConversion'
        union all
        select 'dust:' || dust_id, customer_id, currency_id, amount_minor from dust_conversions
        union all
        select 'dust:' || dust_id, 0, currency_id, -amount_minor from dust_conversions
        union all
        select 'dust:' || dust_id, customer_id, to_currency_id, -received_minor from dust_conversions
        union all
        select 'dust:' || dust_id, 0, to_currency_id, received_minor from dust_conversions
      ) as both_sides group by reference, owner_id, currency_id having sum(minor) <> 0`,
    },
  ],
};
