-- Who counts as a second person, and with whom not; one-time links for those who join. See docs/decisions/0042.
-- Times are milliseconds since 1970 UTC.

alter table operators
  -- Where links go. Null: added from the host, or before there were any.
  add column email text,
  -- From then on, in the exchange's time, a second person. Null: not before a link was used.
  add column second_from_ms bigint;
-- Null: has to be set by a link.
alter table operators alter column password_hash drop not null;
-- Those who are here already count as ever.
update operators set second_from_ms = 0;
-- Two accounts at one mailbox would be one person.
create unique index operators_email on operators (email) where email is not null;

create table operator_invitations (
  id bigint primary key generated always as identity,
  operator_id integer not null references operators,
  -- SHA-256 of what the link holds
  token_hash bytea not null unique,
  -- Null: made on the host.
  proposal_id bigint references desk_proposals,
  -- How long after its use until its owner counts as a second person.
  wait_ms bigint not null check (wait_ms >= 0),
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  opened_at_ms bigint,
  -- SHA-256 of what the browser that opened it goes on with
  setup_hash bytea unique,
  setup_expires_at_ms bigint,
  used_at_ms bigint,
  check ((opened_at_ms is null) = (setup_hash is null)),
  check (used_at_ms is null or opened_at_ms is not null)
);
create index operator_invitations_of_operator on operator_invitations (operator_id);

-- Who made or changed whose account: neither is second to the other.
create table operator_ties (
  id bigint primary key generated always as identity,
  operator_id integer not null references operators,
  other_id integer not null references operators,
  because text not null check (because in ('created', 'changed')),
  proposal_id bigint not null references desk_proposals,
  since_ms bigint not null,
  -- Null: for ever.
  until_ms bigint,
  check (operator_id <> other_id),
  check ((because = 'created') = (until_ms is null))
);
create index operator_ties_of_operator on operator_ties (operator_id);
create index operator_ties_of_other on operator_ties (other_id);

-- What was done before there was this table: creations for ever, changes for 30 days.
insert into operator_ties (operator_id, other_id, because, proposal_id, since_ms)
  select o.id, maker.id, 'created', p.id, p.decided_at_ms
    from desk_proposals p
    join operators o on o.name = p.after ->> 'name' or exists (
      select from desk_proposals r
       where r.kind = 'operator' and r.state = 'applied' and r.change ->> 'operator_id' = o.id::text
         and r.before ->> 'name' = p.after ->> 'name')
    join operators maker on maker.id in (p.made_by, p.decided_by) and maker.id <> o.id
   where p.kind = 'operator' and p.state = 'applied' and p.change ->> 'operator_id' is null;
insert into operator_ties (operator_id, other_id, because, proposal_id, since_ms, until_ms)
  select o.id, maker.id, 'changed', p.id, p.decided_at_ms, p.decided_at_ms + 2592000000
    from desk_proposals p
    join operators o on o.id::text = p.change ->> 'operator_id'
    join operators maker on maker.id in (p.made_by, p.decided_by) and maker.id <> o.id
   where p.kind = 'operator' and p.state = 'applied' and (p.change ->> 'active')::boolean;
create trigger operator_ties_append_only before update or delete on operator_ties
  for each row execute function refuse_change();
create trigger operator_ties_not_emptied before truncate on operator_ties
  for each statement execute function refuse_change();
