-- Which keys this database was made with, so that a process that has others is noticed before it does anything.
-- Fingerprints say nothing of the keys.
create table known_keys (
  -- secret: SECRET_KEY; data: DATA_KEY; price_log and the log's name: PRICE_LOG_KEY.
  use text collate "C" not null,
  -- HKDF-SHA-256 of the key, 16 bytes.
  fingerprint bytea not null,
  -- In the order in which they came first.
  number bigint not null generated always as identity,
  first_seen_at_ms bigint not null,
  primary key (use, fingerprint)
);
