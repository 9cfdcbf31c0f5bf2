import { expect, it } from 'vitest';
import { fullLedger } from './xrp-schemas.ts';
import { transferOf } from './xrp-payments.ts';

it('a ledger’s own transactions, which have no account, are read, and pay nobody', () => {
  // As the protocol's documentation shows a change of the list of absent validators.
  const own = {
    hash: 'AB'.repeat(32),
    tx_json: {
      Account: '',
      Fee: '0',
      LedgerSequence: 1_600_000,
      Sequence: 0,
      SigningPubKey: '',
      TransactionType: 'UNLModify',
      UNLModifyDisabling: 1,
      UNLModifyValidator: 'ED6629D456285AE3613B285F65BBFF168D695BA3921F309949AFCD2CA7AFEC16FE',
    },
    meta: { TransactionResult: 'tesSUCCESS' },
  };
  const header = { ledger_hash: 'CD'.repeat(32), ledger_index: 1_600_000, parent_hash: 'EF'.repeat(32) };
  const { transactions } = fullLedger.parse({
    validated: true,
    ledger: { ...header, transactions: [own] },
  });
  expect(transactions.map(transferOf)).toEqual([null]);
});
