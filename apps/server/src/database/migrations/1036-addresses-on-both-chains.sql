-- An Ethereum deposit address is the same customer's on the BNB Smart Chain, whose watcher has to know it before somebody
-- asks for it there. New ones are written for both chains at once; here are those that were handed out before.
insert into chain_addresses
  (network, address_key, address, memo, kind, key_id, address_index, customer_id, created_at_ms)
select 'BEP20', address_key, address, memo, kind, key_id, address_index, customer_id, created_at_ms
  from chain_addresses where network = 'ERC20'
on conflict do nothing;
