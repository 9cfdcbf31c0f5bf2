-- Which core wrote a journal row: the SHA-256 of its bundle. Null in rows of earlier versions, whose hash does not
-- cover it.
alter table journal add column core bytea;
-- The sequence of the journal entry that names the snapshot's state hash. Only a hint where to look: the entry decides.
alter table snapshots add column bound_by bigint;

-- Every core that has written here, as it ran: who has the database can replay its journal.
create table core_bundles (
  hash bytea primary key,
  logic_version integer not null,
  -- Compressed by gzip; the hash is of the code itself.
  code bytea not null,
  stored_at timestamptz not null default now()
);
alter table core_bundles alter column code set storage external;
