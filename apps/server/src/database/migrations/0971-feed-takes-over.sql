-- What customers had not been told yet by the cursors before the feed goes into it: nothing is lost, nothing told twice.

insert into office_events (kind, version, customer_id, at_ms, body)
select 'stopTriggered', 1, customer_id, at_ms,
       json_build_object('positionId', position_id, 'marketId', market_id, 'side', side, 'stop', kind, 'lots', lots,
                         'triggerTicks', trigger_ticks, 'markE8', mark_e8)::text
  from perpetual_stop_triggers where not told order by trigger_id;

insert into office_events (kind, version, customer_id, at_ms, body)
select 'positionLiquidated', 1, customer_id, at_ms,
       json_build_object('positionId', position_id, 'marketId', market_id, 'side', side, 'lots', lots,
                         'markE8', mark_e8, 'feeMinor', (liquidation_fee_minor + fee_minor)::text,
                         'returnedMinor', returned_minor::text)::text
  from perpetual_liquidations where not told order by liquidation_id;

insert into office_events (kind, version, customer_id, at_ms, body)
select 'positionDeleveraged', 1, customer_id, at_ms,
       json_build_object('positionId', position_id, 'marketId', market_id, 'side', side, 'lots', lots,
                         'markE8', mark_e8, 'againstPositionId', against_position_id,
                         'valueMinor', value_minor::text, 'realisedMinor', realised_minor::text,
                         'returnedMinor', returned_minor::text)::text
  from perpetual_deleveragings where not told order by deleveraging_id;

insert into office_events (kind, version, at_ms, body)
select 'fundingSettled', 1, funding_at_ms,
       json_build_object('marketId', market_id, 'fundingId', funding_id, 'fundingAtMs', funding_at_ms,
                         'rateE8', rate_e8, 'markE8', mark_e8)::text
  from perpetual_fundings where not told order by sequence, market_id;

-- The journal's earlier cores write these columns when they are replayed, so they stay; nobody reads them any more.
drop index perpetual_stop_triggers_untold;
drop index perpetual_liquidations_untold;
drop index perpetual_deleveragings_untold;
drop index perpetual_fundings_untold;

insert into office_events (kind, version, customer_id, at_ms, body)
select 'optionSettled', 1, customer_id, settled_at_ms,
       json_build_object('optionId', option_id, 'marketId', market_id, 'currencyId', currency_id,
                         'practice', practice, 'direction', direction, 'seconds', seconds,
                         'stakeMinor', stake_minor::text, 'payoutMinor', payout_minor::text, 'result', result)::text
  from options
 where not practice and result in ('staleEntry', 'staleExit')
   and sequence > coalesce((select (value ->> 'sequence')::bigint from server_state where name = 'option-told'), 0)
 order by sequence, option_id;
drop index options_refunded;

insert into office_events (kind, version, at_ms, body)
select 'trustInterestPaid', 1, max(paid_at_ms),
       json_build_object('sequence', sequence, 'payments', count(*))::text
  from trust_payments
 where sequence > coalesce((select (value ->> 'sequence')::bigint from server_state where name = 'trust-told'), 0)
 group by sequence order by sequence;

insert into office_events (kind, version, customer_id, at_ms, body)
select 'trustOrderEnded', 1, customer_id, ended_at_ms,
       json_build_object('orderId', order_id, 'currencyId', currency_id, 'state', state, 'cycleDays', cycle_days,
                         'principalMinor', principal_minor::text, 'paidMinor', paid_minor::text,
                         'penaltyMinor', penalty_minor::text)::text
  from trust_orders
 where state = 'completed'
   and sequence > coalesce((select (value ->> 'sequence')::bigint from server_state where name = 'trust-told'), 0)
 order by sequence, order_id;

-- A step of an offer was told when all of its orders had done it: what some had done already is told of those.
insert into office_events (kind, version, customer_id, at_ms, body)
select 'launchAllocated', 1, customer_id, changed_at_ms,
       json_build_object('offerId', offer_id, 'orderId', order_id, 'allocatedMinor', allocated_minor::text,
                         'committed', committed::json, 'spent', spent::json)::text
  from launch_orders o
 where allocated_minor is not null
   and not exists (select 1 from launch_told t where t.offer_id = o.offer_id and t.step = 'allocated')
 order by order_id;

insert into office_events (kind, version, customer_id, at_ms, body)
select 'launchReturned', 1, customer_id, changed_at_ms,
       json_build_object('offerId', offer_id, 'orderId', order_id, 'committed', committed::json)::text
  from launch_orders o
 where returned
   and not exists (select 1 from launch_told t where t.offer_id = o.offer_id and t.step = 'returned')
 order by order_id;

insert into office_events (kind, version, customer_id, at_ms, body)
select 'launchReleased', 1, customer_id, at_ms,
       json_build_object('offerId', offer_id, 'orderId', order_id, 'releasedMinor', amount_minor::text)::text
  from (select o.offer_id, o.order_id, o.customer_id, e.at_ms, e.amount_minor, e.posting_id,
               row_number() over (partition by o.order_id order by e.posting_id) as nth
          from launch_orders o
          join ledger_entries e on e.owner_id = o.customer_id and e.owner_id > 0 and e.reason = 'launchRelease'
                               and e.reference = 'launch:' || o.offer_id) as releases
 where nth > (select count(*) from launch_told t
               where t.offer_id = releases.offer_id and t.step like 'released-%')
 order by posting_id;
drop table launch_told;

delete from server_state where name in ('option-told', 'trust-told');
