-- Where bank statements and the ledger differ, and nobody has explained it. Chains: custody_differences.
create table company_differences (
  id bigint primary key generated always as identity,
  channel text not null,
  currency_id integer not null,
  -- What was found less what the ledger says and what is explained: above zero there is more than it says.
  amount numeric(40, 0) not null check (amount <> 0),
  -- What was found, what the ledger says, what was explained before.
  assets_minor numeric(40, 0) not null,
  ledger_minor numeric(40, 0) not null,
  explained_minor numeric(40, 0) not null,
  as_of_ms bigint not null,
  state text not null check (state in ('open', 'resolved', 'vanished')),
  opened_at_ms bigint not null,
  changed_at_ms bigint not null,
  closed_at_ms bigint
);
create unique index company_differences_once on company_differences (channel, currency_id) where state = 'open';

create table company_difference_approvals (
  difference_id bigint not null references company_differences,
  operator_id integer not null references operators,
  -- What they agreed to explain.
  amount numeric(40, 0) not null,
  reason text not null,
  at_ms bigint not null,
  primary key (difference_id, operator_id)
);

create function company_difference_takes_two() returns trigger language plpgsql as $$
declare firsts integer[];
begin
  select array_agg(operator_id) into firsts from company_difference_approvals
   where difference_id = new.difference_id and operator_id <> new.operator_id;
  if firsts is not null then perform require_second_person(new.operator_id, firsts, new.at_ms); end if;
  return new;
end
$$;
create function company_difference_resolved_by_two() returns trigger language plpgsql as $$
begin
  if (select count(*) from company_difference_approvals
       where difference_id = new.id and amount = new.amount) < 2 then
    raise exception 'difference % takes two people', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger company_difference_approvals_take_two before insert or update on company_difference_approvals
  for each row execute function company_difference_takes_two();
create trigger company_differences_resolved_by_two before update on company_differences
  for each row when (old.state = 'open' and new.state = 'resolved')
  execute function company_difference_resolved_by_two();
create trigger company_differences_begin_open before insert on company_differences
  for each row when (new.state <> 'open') execute function company_difference_resolved_by_two();
