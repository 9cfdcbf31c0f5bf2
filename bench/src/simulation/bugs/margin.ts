import { bugsIn, type Bug } from './bug.ts';

const CORE = 'packages/core/src';

export const MARGIN_BUGS: readonly Bug[] = [
  ...bugsIn(`${CORE}/perpetual/formulas.ts`, [
    {
      name: 'contracts: a short’s liquidation price as if it were a long’s',
      find: '(MILLION + rate) * perPrice',
      replace: '(MILLION - rate) * perPrice',
    },
    {
      name: 'contracts: only the mark decides whether a long survives its opening',
      find: 'Math.min(markE8, indexE8) > liquidationE8',
      replace: 'Math.max(markE8, indexE8 * 0) > liquidationE8',
      hours: 24,
    },
    {
      name: 'contracts: the median of the mark is the mean',
      find: 'const last = lastE8 === 0 ? indexE8 : lastE8;',
      replace: 'const last = lastE8 === 0 ? indexE8 : Math.floor((lastE8 + indexE8) / 2);',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/cross-account.ts`, [
    {
      name: 'cross margin: an account is looked at again too late',
      find: '(buffer * weight) / sum;',
      replace: '(buffer * weight * 4n) / sum;',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/cross-formulas.ts`, [
    {
      name: 'cross margin: losses are no part of the equity',
      find: 'equityMinor += position.marginMinor + unrealised(unit, position, markE8);',
      replace:
        'const result = unrealised(unit, position, markE8);\n    equityMinor += position.marginMinor + (result > 0n ? result : 0n);',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/settlement.ts`, [
    {
      name: 'contracts: each fill’s margin is truncated by itself',
      find: 'initialMargin(position.openedValueMinor, position.multiple) - before',
      replace: 'initialMargin(valueMinor, position.multiple) + 0n * before',
    },
    {
      name: 'contracts: a closed part leaves its exposure',
      find: 'position.trader.exposureMinor -= entryMinor;',
      replace: 'position.trader.exposureMinor -= entryMinor - entryMinor;',
    },
    {
      name: 'contracts: the loss of a liquidation does not count for own limits',
      find: 'this.#lost(market, position, -(realisedMinor + paidMinor));',
      replace: '',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/funding.ts`, [
    {
      name: 'funding: the wrong side pays',
      find: "rateE8 > 0 ? 'long' : 'short'",
      replace: "rateE8 > 0 ? 'short' : 'long'",
    },
    {
      name: 'funding: liquidation prices stay what they were',
      find: 'position.fundingMinor += amountMinor;\n    market.arm(position);',
      replace: 'position.fundingMinor += amountMinor;',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/risk.ts`, [
    {
      name: 'contracts: stops come before liquidations',
      find: 'if (liquidated !== null && liquidates) {',
      replace:
        'if (liquidated !== null && liquidates && (falling.stop.reached(markE8) ?? rising.stop.reached(markE8)) === null) {',
      hours: 24,
    },
    {
      name: 'contracts: orders that would be liquidated at once stay',
      find: 'this.#takeOffLapsed(market);\n    const queue',
      replace: 'const queue',
    },
    {
      name: 'contracts: the mark does not know when funding is',
      find: 'Math.max(0, clock.nextFundingAtMs - atMs)',
      replace: 'Math.max(0, clock.nextFundingAtMs)',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/closes.ts`, [
    {
      name: 'contracts: own positions are offset at the index',
      find: 'market.mark!.markE8, lots)',
      replace: 'market.mark!.indexE8, lots)',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/admission.ts`, [
    {
      name: 'contracts: opened although the index is stale',
      find: "return market.isStale(atMs) ? refuse('index_stale') : null;",
      replace: 'return null;',
    },
  ]),
];
