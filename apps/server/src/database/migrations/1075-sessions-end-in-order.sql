-- In which transaction a session ended: each process asks twice a second what those that it could not see yet have ended. By
-- time alone, an end that waited for its commit would be missed. Null: before this, when no process of this version ran.
alter table sessions add column ended_in xid8;
create index sessions_ended_in on sessions (ended_in) where ended_in is not null;
