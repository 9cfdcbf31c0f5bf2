-- Entries of one reason, newest first: deposits and transfers are few among very many trades. Entries of trades, which are
-- written all the time, are not in it.
create index ledger_entries_of_reason on ledger_entries (owner_id, reason, posting_id)
  where owner_id > 0 and reason <> 'trade' and reason <> 'perpetualTrade';
