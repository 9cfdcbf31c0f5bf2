-- When the engine that holds the lease was last heard of, by the database's clock, and its session. Null: it does not
-- say so, because no other engine stands by to take over.
alter table engine_lease add column beat_at timestamptz, add column writer_pid integer;
