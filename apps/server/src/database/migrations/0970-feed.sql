-- What happened, as one feed that subscribers read in order, each with a position of its own (docs/decisions/0052).

-- Events of the exchange that concern a customer or the back office, written by the engine with the batch that brought
-- them; fills stand in it as ranges of trades. Batches commit one after the other, so a reader misses none.
create table exchange_events (
  sequence bigint not null,
  -- Within the command, from 0.
  ordinal integer not null,
  kind text not null,
  version integer not null,
  customer_id integer,
  at_ms bigint not null,
  body text not null,
  primary key (sequence, ordinal)
);

-- What other transactions of the server did. They commit in any order, so none is numbered before it commits.
create table office_events (
  id bigint primary key generated always as identity,
  -- Null until its transaction ends.
  position bigint unique,
  kind text not null,
  version integer not null,
  customer_id integer,
  at_ms bigint not null,
  body text not null
);
create sequence office_event_positions;

-- The last thing a transaction does: who holds the lock waits for nothing but the disk, and the next number is given out
-- only when the one before can be seen.
create function number_office_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7306117);
  update office_events set position = nextval('office_event_positions') where id = new.id;
  return null;
end
$$;
create constraint trigger office_events_numbered after insert on office_events
  deferrable initially deferred for each row execute function number_office_event();

-- How far each subscriber has got: everything up to and with this is done.
create table feed_cursors (
  name text primary key,
  kinds text[] not null,
  sequence bigint not null,
  ordinal integer not null,
  office bigint not null
);

-- Stops that were reached and that the book has not carried out yet: told when it has, or when it takes too long.
create table perpetual_stops_waiting (
  position_id bigint primary key,
  customer_id integer not null,
  at_ms bigint not null,
  -- Of the event.
  version integer not null,
  body text not null
);

-- What follows an order that has ended is looked up by it.
create index trust_orders_renewal on trust_orders (renewal_of) where renewal_of is not null;
