-- How far the tables derived from the journal have got: every transaction of the projector moves it. Whoever raises the
-- epoch waits for a projector of an older one, which can commit nothing afterwards.
create table projection_position (
  id smallint primary key check (id = 1),
  epoch bigint not null,
  sequence bigint not null
) with (fillfactor = 10);
-- Until now the tables were written with the journal.
insert into projection_position (id, epoch, sequence)
select 1, 0, coalesce((select max(last_sequence) from journal), 0);
