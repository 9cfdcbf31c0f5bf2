-- Besides the price log, the journal and the operators' audit log are trees that are signed: one set of tables for all.

alter table price_log_tiles rename to log_tiles;
alter table log_tiles add column log text collate "C" not null default 'price';
alter table log_tiles alter column log drop default;
alter table log_tiles drop constraint price_log_tiles_pkey;
alter table log_tiles add primary key (log, level, index);

alter table price_log_tree rename to log_trees;
alter table log_trees add column log text collate "C" not null default 'price';
alter table log_trees alter column log drop default;
alter table log_trees drop column id;
alter table log_trees add primary key (log);
-- What goes into the tree is HMAC-SHA256(blinding, hash of the row): whoever knows the published hashes cannot find out
-- by trying what a row says. Null: the entries are public themselves.
alter table log_trees add column blinding bytea;
update log_trees set fault = jsonb_set(fault, '{kind}', to_jsonb(replace(fault->>'kind', 'tick_', 'entry_')))
  where fault is not null;
insert into log_trees (log, size, head_hash, fault, blinding)
  select log, 0, decode(repeat('00', 32), 'hex'), null,
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
  from (values ('journal'), ('audit')) as logs (log);

alter table price_log_keys rename to log_keys;
alter table log_keys rename constraint price_log_keys_pkey to log_keys_pkey;

alter table price_log_checkpoints rename to log_checkpoints;
alter table log_checkpoints rename constraint price_log_checkpoints_pkey to log_checkpoints_pkey;
alter table log_checkpoints rename column tick_hash to head_hash;
-- Of the journal: the last command that is covered.
alter table log_checkpoints add column sequence bigint;

-- Where the journal's rows lie in its tree: after every 256th, the last sequence so far.
create table journal_marks (
  number bigint primary key,
  last_sequence bigint not null
);
