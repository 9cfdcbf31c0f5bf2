-- That two people are two people, also where the code that asks for it has a fault. See docs/decisions/0042.

-- Refuses `second` as the second person to `firsts` at that time: one of them, waiting, or tied to one of them.
create function require_second_person(second integer, firsts integer[], at_time_ms bigint) returns void
language plpgsql as $$
begin
  if second is null or second = any (firsts) then
    raise exception 'one person is not two' using errcode = 'restrict_violation';
  end if;
  if not exists (
    select from operators o where o.id = second and o.active and o.second_from_ms <= at_time_ms
  ) then
    raise exception 'operator % does not count as a second person yet', second
      using errcode = 'restrict_violation';
  end if;
  if exists (
    select from operator_ties t
     where (t.until_ms is null or t.until_ms > at_time_ms)
       and ((t.operator_id = second and t.other_id = any (firsts))
         or (t.other_id = second and t.operator_id = any (firsts)))
  ) then
    raise exception 'operator % and one of % made the account of the other', second, firsts
      using errcode = 'restrict_violation';
  end if;
end
$$;

create function proposal_takes_two() returns trigger language plpgsql as $$
begin
  perform require_second_person(new.decided_by, array[new.made_by], new.decided_at_ms);
  return new;
end
$$;
create trigger desk_proposals_take_two before update on desk_proposals
  for each row when (new.state in ('applying', 'applied') and old.state not in ('applying', 'applied'))
  execute function proposal_takes_two();
create trigger desk_proposals_begin_pending before insert on desk_proposals
  for each row when (new.state in ('applying', 'applied')) execute function proposal_takes_two();

create function withdrawal_approval_takes_two() returns trigger language plpgsql as $$
declare firsts integer[];
begin
  -- Without one's own: nobody approves twice, which is answered instead of failing.
  select array_agg(operator_id) into firsts from withdrawal_approvals
   where withdrawal_id = new.withdrawal_id and operator_id <> new.operator_id;
  if firsts is not null then perform require_second_person(new.operator_id, firsts, new.at_ms); end if;
  return new;
end
$$;
create function withdrawal_approved_by_two() returns trigger language plpgsql as $$
begin
  if (select count(*) from withdrawal_approvals where withdrawal_id = new.id) < new.approvals_needed then
    raise exception 'withdrawal % takes % people', new.id, new.approvals_needed
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger withdrawal_approvals_take_two before insert or update on withdrawal_approvals
  for each row execute function withdrawal_approval_takes_two();
create trigger withdrawals_approved_by_two before update on withdrawals
  for each row when (old.state = 'processing' and new.state = 'approved')
  execute function withdrawal_approved_by_two();

create function deposit_approval_takes_two() returns trigger language plpgsql as $$
declare firsts integer[];
begin
  select array_agg(operator_id) into firsts from deposit_approvals
   where deposit_id = new.deposit_id and transaction_id is not distinct from new.transaction_id
     and operator_id <> new.operator_id;
  if firsts is not null then perform require_second_person(new.operator_id, firsts, new.at_ms); end if;
  return new;
end
$$;
create function deposit_approved_by_two() returns trigger language plpgsql as $$
begin
  if (select count(*) from deposit_approvals
       where deposit_id = new.id and transaction_id is not distinct from new.transaction_id)
     < new.approvals_needed then
    raise exception 'deposit % takes % people', new.id, new.approvals_needed
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger deposit_approvals_take_two before insert or update on deposit_approvals
  for each row execute function deposit_approval_takes_two();
-- What the watcher finds by itself is decided by nobody.
create trigger deposits_approved_by_two before update on deposits
  for each row when (old.state = 'processing' and new.state = 'approving' and new.decided_by is not null)
  execute function deposit_approved_by_two();
