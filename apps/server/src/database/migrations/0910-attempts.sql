-- A refusal uses up its key: a step that is tried again after one needs another. Raised together with what follows from
-- the refusal, so that a crash before that repeats the same attempt and gets the same answer.
alter table deposits add column attempt integer not null default 1;
alter table withdrawals add column attempt integer not null default 1;
