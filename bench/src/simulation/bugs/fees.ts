import { bugsIn, type Bug } from './bug.ts';

const CORE = 'packages/core/src';

export const FEE_BUGS: readonly Bug[] = [
  ...bugsIn(`${CORE}/spot/matching.ts`, [
    {
      name: 'spot: takers pay the maker fee',
      find: 'Math.min(listed.takerFeePpm, taker.keptTakerFeePpm)',
      replace: 'Math.min(listed.makerFeePpm, taker.keptTakerFeePpm)',
    },
    {
      name: 'spot: the buyer pays by the wrong role',
      find: 'ppmOf(baseMinor, takerBuys ? takerPpm : makerPpm)',
      replace: 'ppmOf(baseMinor, takerBuys ? makerPpm : takerPpm)',
    },
    {
      name: 'spot: the seller pays on both sides of a trade',
      find: 'referral.shares(seller.trader.customerId)',
      replace: 'referral.shares(buyer.trader.customerId)',
    },
    {
      name: 'spot: a better price than the limit goes to the fees',
      find: 'ledger.available(buyer.trader.quote, released - quoteMinor);',
      replace: 'ledger.available(market.quoteFees, released - quoteMinor);',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/settlement.ts`, [
    {
      name: 'contracts: closing is free of fees',
      find: 'const feeMinor = least(feeOf(valueMinor, feePpm), backMinor);',
      replace: 'const feeMinor = least(feeOf(valueMinor, 0), backMinor);',
    },
    {
      name: 'contracts: the liquidation fee goes to the fees',
      find: 'this.#ledger.availableBig(market.insurance, liquidationFeeMinor);',
      replace: 'this.#ledger.availableBig(market.fees, liquidationFeeMinor);',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/matching.ts`, [
    {
      name: 'contracts: a liquidation earns rebates',
      find: "if (taker.cause !== 'liquidation') {\n      this.#share",
      replace: 'if (taker.cause.length > 0) {\n      this.#share',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/formulas.ts`, [
    {
      name: 'contracts: a liquidation has no trading fee',
      find: 'least(feeOf(closedValueMinor, takerFeePpm), leftMinor - liquidationFeeMinor)',
      replace: 'least(feeOf(closedValueMinor, 0 * takerFeePpm), leftMinor - liquidationFeeMinor)',
    },
  ]),
  ...bugsIn(`${CORE}/referral/referral.ts`, [
    {
      name: 'rebates: the second level gets the first one’s share',
      find: 'this.#accrue(fee, second, 2, this.#terms.secondPpm)',
      replace: 'this.#accrue(fee, second, 2, this.#terms.firstPpm)',
    },
    {
      name: 'rebates: a stopped promoter goes on earning',
      find: "if (this.#promoters.standing(promoterId) !== 'open') return;",
      replace: "if (this.#promoters.standing(promoterId) === 'house') return;",
      hours: 24,
    },
    {
      name: 'rebates: paid to a frozen promoter',
      find: 'if (this.#customers.isFrozen(promoterId)) return false;',
      replace: '',
      hours: 24,
    },
  ]),
  ...bugsIn(`${CORE}/dust/dust.ts`, [
    {
      name: 'small balances: bought without the spread',
      find: '(MILLION - BigInt(this.#terms.spreadPpm))',
      replace: '(MILLION - 0n * BigInt(this.#terms.spreadPpm))',
    },
  ]),
  ...bugsIn(`${CORE}/withdrawal/withdrawal.ts`, [
    {
      name: 'withdrawals: the fee leaves with the money',
      find: `account: via }), amountMinor - feeMinor);
    this.#ledger.availableBig(this.#ledger.account({ ...platform, account: 'fees' }), feeMinor);`,
      replace: 'account: via }), amountMinor);',
    },
  ]),
];
