-- The price log's ticks are in price_ticks. Here: the Merkle tree over their hashes, what was signed of it, and where
-- older ticks went.

-- Hashes of complete subtrees, 256 side by side: row (level, index) holds those of height 8 × level, from
-- 256 × index on. The last row of a level grows until it is full; what is in it never changes.
create table price_log_tiles (
  level integer not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index)
);
-- Hashes do not compress.
alter table price_log_tiles alter column hashes set storage external;

-- How far the tree reaches.
create table price_log_tree (
  id integer primary key check (id = 1),
  size bigint not null,
  -- Chain hash of tick `size`.
  head_hash bytea not null,
  -- Why nothing is signed any more; null while all is well.
  fault jsonb
);
insert into price_log_tree (id, size, head_hash, fault) values (1, 0, decode(repeat('00', 32), 'hex'), null);

create table price_log_keys (
  origin text collate "C" not null,
  key_id text collate "C" not null,
  public_key bytea not null,
  first_size bigint not null,
  primary key (origin, key_id)
);

create table price_log_checkpoints (
  origin text collate "C" not null,
  size bigint not null,
  root bytea not null,
  tick_hash bytea not null,
  at_ms bigint not null,
  -- What was signed, with its signatures.
  note text not null,
  primary key (origin, size)
);

-- Files of older ticks, which are no longer in price_ticks.
create table price_log_archives (
  first bigint primary key,
  last bigint not null,
  first_at_ms bigint not null,
  last_at_ms bigint not null,
  -- Chain hash of tick `last`.
  last_hash bytea not null,
  sha256 bytea not null,
  bytes bigint not null
);
