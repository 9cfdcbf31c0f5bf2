import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { bankStatementChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { fromMoney, moneyDecimals } from '../bank/rate.ts';
import { find } from './documents.ts';
import { accountKey } from '@tallystick/verify/public-log/reserves-form';
import { insertStatement, isEntered, newestStatements, type Queries } from './store.ts';

type Change = z.output<typeof bankStatementChange>;

/**
 * The balance of a bank account on a day, entered by one person and confirmed by another who has the bank's document before
 * them. A mistake is put right by the same account and day once more.
 */
export function bankStatementKind(
  exchange: Pick<ReadonlyExchange, 'currency'>,
  now: () => number,
): ProposalKind<Change> {
  const read = (change: Change) => {
    const currency = exchange.currency(change.currency_id);
    if (currency === null) throw new CallFailure('unknown_currency', { field: 'currency_id' });
    const decimals = moneyDecimalsOf(change.money);
    const moneyMinor = parseDecimal(change.money_amount, decimals);
    if (moneyMinor === null) throw new CallFailure('invalid_amount', { field: 'money_amount', decimals });
    if (change.as_of_ms > now()) throw new CallFailure('invalid_input', { field: 'as_of_ms' });
    const rate = { currency: change.money, rate: change.rate };
    return { currency, decimals, moneyMinor, amountMinor: fromMoney(moneyMinor, rate, currency.decimals) };
  };
  /** One document speaks of one account: the same money would count twice. */
  const refuseUsed = async (db: Queries, { account, sha256 }: Change): Promise<void> => {
    const used = (await newestStatements(db)).some(
      one => one.documentSha256 === sha256 && accountKey(one.account) !== accountKey(account),
    );
    if (used) throw new CallFailure('invalid_input', { field: 'sha256' });
  };
  return {
    propose: 'statement.propose',
    confirm: 'statement.confirm',
    async prepare(client, change) {
      const { currency, decimals, moneyMinor, amountMinor } = read(change);
      if ((await find(client, change.sha256)) === null)
        throw new CallFailure('not_found', { field: 'sha256' });
      await refuseUsed(client, change);
      const { account, owner, money, rate, sha256, as_of_ms: asOfMs } = change;
      const entered = { account, asOfMs, moneyMinor, rate, money, holder: owner };
      const row = { ...entered, currencyId: change.currency_id, documentSha256: sha256 };
      if (await isEntered(client, row)) throw new CallFailure('nothing_changed');
      return {
        subject: `statement:${account}`,
        before: null,
        after: {
          account,
          owner,
          balance: `${formatMinor(moneyMinor, decimals)} ${money}`,
          rate,
          counts_as: `${formatMinor(amountMinor, currency.decimals)} ${currency.code}`,
          as_of: new Date(asOfMs).toISOString(),
          sha256,
        },
      };
    },
    async apply(client, change, operator, proposalId) {
      const { moneyMinor, amountMinor } = read(change);
      await refuseUsed(client, change);
      const { rows } = await client.query<{ made_by: number }>(
        'select made_by from desk_proposals where id = $1',
        [proposalId],
      );
      const { account, owner, money, rate, sha256, as_of_ms: asOfMs } = change;
      await insertStatement(
        client,
        {
          account,
          holder: owner,
          currencyId: change.currency_id,
          money,
          moneyMinor,
          rate,
          amountMinor,
          asOfMs,
          documentSha256: sha256,
          enteredBy: rows[0]!.made_by,
          confirmedBy: operator.id,
          confirmedAtMs: now(),
        },
        proposalId,
      );
    },
  };
}

/** @throws CallFailure invalid_input for letters that are no currency's */
function moneyDecimalsOf(money: string): number {
  try {
    return moneyDecimals(money);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CallFailure('invalid_input', { field: 'money' });
  }
}
