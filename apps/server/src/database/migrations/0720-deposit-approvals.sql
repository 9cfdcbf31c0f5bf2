-- Deposits that people credit take two people from a limit on, as withdrawals do.

alter table deposits add column approvals_needed smallint not null default 1 check (approvals_needed in (1, 2));
-- What waits already was announced without a limit: better one look too many.
update deposits set approvals_needed = 2 where state = 'processing';
alter table deposits alter column approvals_needed drop default;

-- One person's approval counts once, and only for the transaction it named.
create table deposit_approvals (
  deposit_id bigint not null references deposits,
  operator_id integer not null references operators,
  transaction_id text,
  at_ms bigint not null,
  primary key (deposit_id, operator_id)
);

-- For the sum of what a customer announced within a day.
create index deposits_of_people on deposits (customer_id, currency_id, created_at_ms) where channel <> 'chain';

-- Limits for settings that operators changed before: for a coin whose worth is not known here, any amount.
update platform_settings set value =
  jsonb_set(value, '{items}', (
    select coalesce(jsonb_agg(
      item || jsonb_build_object('two_person_limit',
        case item ->> 'currency_id' when '1' then '0.1' when '2' then '2' when '3' then '5000' else '0' end)
      order by place), '[]')
    from jsonb_array_elements(value -> 'items') with ordinality as listed (item, place)
  ))
where name = 'deposit_limits';
update platform_settings
  set value = value || '{"deposit_two_person_limit": "5000"}' where name = 'bank';
