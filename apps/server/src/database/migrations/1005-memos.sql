-- Networks whose addresses are shared by many customers: the memo tells them apart.
alter table chain_addresses add column memo text;
-- The memo of the deposit address that was shown; null where the network has none.
alter table deposits add column memo text;
