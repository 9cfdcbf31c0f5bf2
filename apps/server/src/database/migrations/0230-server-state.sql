-- Small things the server itself remembers between starts, e.g. where a replay of prices stands.
create table server_state (
  name text primary key,
  value jsonb not null
);
