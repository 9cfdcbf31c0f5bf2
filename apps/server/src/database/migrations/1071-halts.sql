-- What stopped the exchange for good, whichever process found it: while one stands, no process of the exchange starts. People
-- release it, once they have looked and the books are right again: update halts set released_at = now().
create table halts (
  id bigint generated always as identity primary key,
  found_at timestamptz not null default clock_timestamp(),
  finder text not null,
  reason text not null,
  released_at timestamptz
);
create unique index halts_standing on halts ((true)) where released_at is null;
