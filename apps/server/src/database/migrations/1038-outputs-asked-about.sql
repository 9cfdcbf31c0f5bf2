-- The newest block when a node was last asked whether the output is spent; null: never, and its spending may stand in a
-- block that was read before the output was known. All that there are were asked about at every block until now.
alter table custody_outputs add column asked_at_block bigint;
update custody_outputs set asked_at_block = block_number;
create index custody_outputs_to_ask on custody_outputs (network, asked_at_block nulls first) where spent_at_block is null;
