-- Which keys this database's data were made with, so that a process that has others is noticed before it does anything.
-- Fingerprints say nothing of the keys.
create table known_keys (
  -- secret: SECRET_KEY; data: DATA_KEY. PRICE_LOG_KEY's public keys are in log_keys.
  use text not null check (use in ('secret', 'data')),
  -- HKDF-SHA-256 of the key, 16 bytes.
  fingerprint bytea not null,
  first_seen_at_ms bigint not null,
  primary key (use, fingerprint)
);
