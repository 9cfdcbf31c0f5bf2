import type pg from 'pg';

/** The desk's decisions that belong to a history made without the desk. */
export async function writeDecidedRows(pool: pg.Pool): Promise<void> {
  await pool.query(`begin; set local session_replication_role = replica;
    insert into goodwill (id, proposal_id, customer_id, currency_id, amount_minor, reason, text, made_by, confirmed_by,
        state, confirmed_at_ms) overriding system value
      select id, id, owner_id, currency_id, amount_minor, 'courtesy', 'For you', 1, 2, 'paid', at_ms from (
        select substr(reference, 10)::bigint as id, * from ledger_entries where owner_id > 0 and reason = 'goodwill'
      ) as paid;
    insert into withdrawals (id, customer_id, channel, currency_id, sealed, amount_minor, fee_minor, approvals_needed,
        state, idempotency_key, input_hash, created_at_ms) overriding system value
      select withdrawal_id, customer_id, 'bank', currency_id, '', amount_minor, fee_minor, 1,
        case state when 'settled' then 'passed' when 'released' then 'rejected' else 'approved' end,
        withdrawal_id, '', 0 from withdrawal_states;
    insert into profit_withdrawals (id, account_id, source, currency_id, amount_minor, proposal_id, made_by, confirmed_by,
        announced_at_ms, due_at_ms, state, attempt, liabilities_record, reserves_record, proven_at_ms,
        liabilities_minor, assets_minor, ended_at_ms) overriding system value
      select substr(reference, 8)::bigint, 1, 'treasury', currency_id, -amount_minor, posting_id, 1, 2,
        0, 86400000, 'paid', 1, 1, 2, 1, 0, 0, at_ms
        from ledger_entries where owner_id = 0 and reason = 'profitWithdrawal' and reference ~ '^profit:' and amount_minor < 0;
    commit`);
}
