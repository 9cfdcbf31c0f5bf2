-- Settings that are worse for customers than those in force, until the announced time comes.
create table announced_settings (
  name text collate "C" primary key,
  value jsonb not null,
  announced_by text not null,
  effective_at_ms bigint not null
);
