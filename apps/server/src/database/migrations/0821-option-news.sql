-- Of the command that brought an option into its state, so that news of refunds can be told once, and in order.
alter table options add column sequence bigint not null default 0;
create index options_refunded on options (sequence)
  where not practice and result in ('staleEntry', 'staleExit');
