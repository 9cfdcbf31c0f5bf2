import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exchange, type ReadonlyExchange } from '../exchange.ts';
import { assertCovering } from '../testing/assert-covering.ts';
import { mixedHistory, playMixed } from '../testing/mixed-history.ts';
import { checkLiabilities } from './check.ts';
import { liabilitiesOf, LIABILITY_PARTS } from './liabilities.ts';

/** Another way to the same: balances one by one, and what is in escrow for the customer. Interest is booked when due. */
function owedAgain(exchange: ReadonlyExchange, customerId: number, currencyId: number): bigint {
  let minor = 0n;
  for (const balance of exchange.balancesOf(customerId)) {
    if (balance.currencyId === currencyId) minor += balance.availableMinor + balance.frozenMinor;
  }
  for (const option of exchange.option.open(customerId)) {
    if (option.currencyId === currencyId && !option.practice) minor += option.stakeMinor;
  }
  for (const rebate of exchange.referral.pendingOf(customerId)) {
    if (rebate.currencyId === currencyId) minor += rebate.amountMinor;
  }
  for (const offer of exchange.launch.offers()) {
    const order = exchange.launch.order(offer.terms.offerId, customerId);
    if (order === null || order.allocatedMinor === null || order.returned) continue;
    if (offer.status === 'launched' && offer.terms.currency.id === currencyId) {
      minor += order.allocatedMinor - order.releasedMinor;
    }
    if (offer.status === 'launched') continue;
    for (const paid of order.spent) if (paid.currencyId === currencyId) minor += paid.amountMinor;
  }
  return minor;
}

describe('what is owed to customers', () => {
  it('is their balances and all that is in escrow for them, part by part', async () => {
    const seen = new Map<string, number>();
    await assertCovering(
      fc.property(mixedHistory, steps => {
        const exchange = new Exchange();
        let left = 0;
        playMixed(exchange, steps, (_command, atMs) => {
          if (left-- > 0) return;
          left = 25;
          const found = liabilitiesOf(exchange, atMs);
          for (const { parts } of found) {
            for (const part of parts.keys()) seen.set(part, (seen.get(part) ?? 0) + 1);
          }
          const totals = new Map(
            found.map(one => [
              `${one.customerId}/${one.currencyId}`,
              one.totalMinor - (one.parts.get('interest') ?? 0n),
            ]),
          );
          for (const customerId of exchange.customerIds()) {
            for (const { id } of exchange.currencies()) {
              expect(totals.get(`${customerId}/${id}`) ?? 0n).toBe(owedAgain(exchange, customerId, id));
            }
          }
        });
      }),
      { numRuns: 40, endOnFailure: true },
      () => seen,
      // Interest is booked by the same command that makes it due, except while many are.
      Object.fromEntries(LIABILITY_PARTS.filter(part => part !== 'interest').map(part => [part, 1])),
    );
  });

  it('is refused by the check when an account is left out, or counted twice', () => {
    fc.assert(
      fc.property(mixedHistory, steps => {
        const exchange = new Exchange();
        playMixed(exchange, steps, () => {});
        const { option, trust, launch, referral } = exchange;
        const rest = { option, trust, launch, referral, openWithdrawals: () => exchange.openWithdrawals() };
        checkLiabilities({ ...rest, eachBalance: visit => exchange.eachBalance(visit) });
        const counted = (times: number) => () =>
          checkLiabilities({
            ...rest,
            eachBalance: visit =>
              exchange.eachBalance((key, availableMinor, frozenMinor) => {
                const isOne = key.ownerId === 1 && key.account === 'spot' && availableMinor !== 0n;
                for (let time = isOne ? times : 1; time > 0; time--) visit(key, availableMinor, frozenMinor);
              }),
          });
        expect(counted(0)).toThrow(/more than the ledger owes/);
        expect(counted(2)).toThrow(/more than the ledger owes/);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});
