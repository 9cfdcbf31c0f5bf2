import type { Channel, ProfitSource } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type {
  booksCloseChange,
  companyAccountChange,
  profitWithdrawalChange,
} from '@tallystick/protocol/desk/books-changes';
import type { z } from 'zod';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { fromWire } from '../../http/words.ts';
import { amountAtLeast } from '../market/amount.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import type { Periods } from './periods.ts';
import type { ProfitWithdrawals } from './profit.ts';
import * as store from './profit-store.ts';

type AccountChange = z.output<typeof companyAccountChange>;
type WithdrawalChange = z.output<typeof profitWithdrawalChange>;
type CloseChange = z.output<typeof booksCloseChange>;

/** Proposal kinds of the company's books, each decided by two people. */
export interface BooksKinds {
  readonly company_account: ProposalKind<AccountChange>;
  readonly profit_withdrawal: ProposalKind<WithdrawalChange>;
  readonly books_close: ProposalKind<CloseChange>;
}

export interface BooksKindOptions {
  readonly units: MarketUnitsTable;
  readonly periods: Periods;
  readonly profit: ProfitWithdrawals;
  readonly now: () => number;
}

export function booksKinds(options: BooksKindOptions): BooksKinds {
  return {
    company_account: companyAccountKind(options),
    profit_withdrawal: profitWithdrawalKind(options),
    books_close: booksCloseKind(options),
  };
}

function companyAccountKind({ now }: BooksKindOptions): ProposalKind<AccountChange> {
  return {
    propose: 'profit.propose',
    confirm: 'profit.confirm',
    async prepare(client, { name, channel, destination }) {
      if (await store.isNameTaken(client, name)) throw new CallFailure('nothing_changed', { field: 'name' });
      return { subject: `company_account:${name}`, before: null, after: { name, channel, destination } };
    },
    apply: (client, { name, channel, destination }, _operator, proposalId) =>
      store.insertAccount(client, {
        name,
        channel: fromWire(channel) as Channel,
        destination,
        proposalId,
        openedAtMs: now(),
      }),
  };
}

function profitWithdrawalKind({ units, profit }: BooksKindOptions): ProposalKind<WithdrawalChange> {
  const wantedOf = ({ account_id: accountId, from, currency_id: currencyId, amount }: WithdrawalChange) => ({
    accountId,
    source: fromWire(from) as ProfitSource,
    currencyId,
    amountMinor: amountAtLeast(amount, '0', units.currency(currencyId)),
  });
  return {
    propose: 'profit.propose',
    confirm: 'profit.confirm',
    async prepare(client, change) {
      const { accountId, currencyId, amountMinor } = wantedOf(change);
      const account = await store.findAccount(client, accountId);
      if (account === null) throw new CallFailure('not_found', { field: 'account_id' });
      const { code, decimals } = units.currency(currencyId);
      const after = {
        account: account.name,
        destination: account.destination,
        from: change.from,
        amount: formatMinor(amountMinor, decimals),
        currency: code,
      };
      return { subject: `profit:${account.name}`, before: null, after };
    },
    refuse: (client, change) => profit.refuse(client, wantedOf(change)),
    async apply(client, change, operator, proposalId) {
      await profit.announce(client, { ...wantedOf(change), proposalId, confirmedBy: operator.id });
    },
  };
}

function booksCloseKind({ periods }: BooksKindOptions): ProposalKind<CloseChange> {
  return {
    propose: 'books.propose',
    confirm: 'books.confirm',
    async prepare(client, { month }) {
      const { hash } = await periods.prepare(client, month);
      return { subject: `books:${month}`, before: null, after: { month, hash } };
    },
    apply: (client, { month }, operator, proposalId) =>
      periods.close(client, month, { proposalId, operatorId: operator.id }),
  };
}
