-- Getting back into an account whose second factor is lost: asked for with the password, looked at by two people, then
-- waited for. See docs/decisions/0060. Times are milliseconds since 1970 UTC.

-- What a live picture has to show. Good for one request within minutes.
create table factor_recovery_challenges (
  -- SHA-256
  token_hash bytea primary key,
  customer_id integer not null references customers,
  gesture text not null,
  code text not null,
  -- Pictures sent with it, which cost work to read.
  tries smallint not null default 0,
  expires_at_ms bigint not null
);

create table factor_recoveries (
  id bigint primary key generated always as identity,
  customer_id integer not null references customers,
  state text not null check (state in ('under_review', 'waiting', 'completed', 'rejected', 'stopped')),
  -- Whom the asking person says they are, sealed by the vault in the context `recovery:<id>`. Null, like the picture,
  -- once papers of ended ones are deleted.
  sealed bytea,
  gesture text not null,
  code text not null,
  picture_id bigint references pictures,
  requested_at_ms bigint not null,
  -- 72 hours after the second approval.
  ready_at_ms bigint,
  ended_at_ms bigint,
  stopped_by text check (stopped_by in ('link', 'session', 'second_factor')),
  reason text,
  rejected_by integer references operators,
  check ((state in ('waiting', 'completed')) <= (ready_at_ms is not null)),
  check ((state in ('under_review', 'waiting')) = (ended_at_ms is null)),
  check ((state = 'stopped') = (stopped_by is not null)),
  check (state not in ('under_review', 'waiting') or (sealed is not null and picture_id is not null))
);
create unique index factor_recoveries_open on factor_recoveries (customer_id)
  where state in ('under_review', 'waiting');
create index factor_recoveries_of_customer on factor_recoveries (customer_id, id);
create index factor_recoveries_by_state on factor_recoveries (state, id);

create table factor_recovery_approvals (
  recovery_id bigint not null references factor_recoveries,
  operator_id integer not null references operators,
  at_ms bigint not null,
  primary key (recovery_id, operator_id)
);

-- Links in our messages; each stops one recovery, and ends with it.
create table factor_recovery_stops (
  -- SHA-256
  token_hash bytea primary key,
  recovery_id bigint not null references factor_recoveries
);
create index factor_recovery_stops_of on factor_recovery_stops (recovery_id);

-- Two people are two, and 72 hours are 72 hours, also where the code that asks for it has a fault.
create function factor_recovery_approval_takes_two() returns trigger language plpgsql as $$
declare firsts integer[];
begin
  select array_agg(operator_id) into firsts from factor_recovery_approvals
   where recovery_id = new.recovery_id and operator_id <> new.operator_id;
  if firsts is not null then perform require_second_person(new.operator_id, firsts, new.at_ms); end if;
  return new;
end
$$;
create trigger factor_recovery_approvals_take_two before insert or update on factor_recovery_approvals
  for each row execute function factor_recovery_approval_takes_two();

create function factor_recovery_goes_its_way() returns trigger language plpgsql as $$
declare
  people integer;
  newest_ms bigint;
begin
  if old.state not in ('under_review', 'waiting') then
    -- But for its papers, which are not kept for ever.
    if (new.state, new.customer_id, new.ready_at_ms, new.ended_at_ms, new.requested_at_ms)
      is not distinct from (old.state, old.customer_id, old.ready_at_ms, old.ended_at_ms, old.requested_at_ms) then
      return new;
    end if;
    raise exception 'recovery % has ended', new.id using errcode = 'restrict_violation';
  end if;
  if new.customer_id <> old.customer_id or new.ready_at_ms is distinct from old.ready_at_ms
    and not (old.state = 'under_review' and new.state = 'waiting') then
    raise exception 'the wait of recovery % cannot be changed', new.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'waiting' and old.state = 'under_review' then
    select count(*), max(at_ms) into people, newest_ms from factor_recovery_approvals where recovery_id = new.id;
    if people < 2 or new.ready_at_ms < newest_ms + 259200000 then
      raise exception 'recovery % takes two people and 72 hours', new.id using errcode = 'restrict_violation';
    end if;
  elsif new.state = 'completed' and (old.state <> 'waiting' or new.ended_at_ms < old.ready_at_ms) then
    raise exception 'recovery % has not waited', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger factor_recoveries_go_their_way before update on factor_recoveries
  for each row execute function factor_recovery_goes_its_way();

create function factor_recovery_begins() returns trigger language plpgsql as $$
begin
  if new.state <> 'under_review' then
    raise exception 'a recovery begins with its review' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger factor_recoveries_begin before insert on factor_recoveries
  for each row execute function factor_recovery_begins();

-- When it is through, withdrawals wait as after any other change of this kind.
alter table withdrawal_holds drop constraint withdrawal_holds_reason_check;
alter table withdrawal_holds add constraint withdrawal_holds_reason_check
  check (reason in ('password', 'fund_password', 'two_factor', 'passkey', 'contact', 'recovery'));
