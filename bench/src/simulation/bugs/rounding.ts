import { bugsIn, type Bug } from './bug.ts';

const CORE = 'packages/core/src';

export const ROUNDING_BUGS: readonly Bug[] = [
  ...bugsIn(`${CORE}/money/ppm.ts`, [
    {
      name: 'spot fees are rounded up',
      find: 'return Math.floor(product / MILLION);',
      replace: 'return Math.ceil(product / MILLION);',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/formulas.ts`, [
    {
      name: 'contracts: fees are rounded up',
      find: 'return (valueMinor * toBigInt(ppm)) / MILLION;',
      replace: 'return (valueMinor * toBigInt(ppm) + MILLION - 1n) / MILLION;',
    },
    {
      name: 'contracts: the margin is rounded up',
      find: 'return valueMinor / toBigInt(leverage);',
      replace: 'return (valueMinor + toBigInt(leverage) - 1n) / toBigInt(leverage);',
    },
    {
      name: 'contracts: a part takes its entry value rounded up',
      find: 'const entryMinor = (entryValueMinor * part) / whole;',
      replace: 'const entryMinor = ceilDivide(entryValueMinor * part, whole);',
    },
    {
      name: 'contracts: a short’s part takes its margin truncated',
      find: "if (exposure.side === 'long') return { entryMinor, marginMinor: (marginMinor * part) / whole };\n",
      replace: 'if (whole > 0n) return { entryMinor, marginMinor: (marginMinor * part) / whole };\n',
    },
    {
      name: 'contracts: a long’s liquidation price is rounded up',
      find: 'return priceOrNull(((entryValueMinor - marginMinor) * scale) / ((MILLION - rate) * perPrice));',
      replace:
        'return priceOrNull(ceilDivide((entryValueMinor - marginMinor) * scale, (MILLION - rate) * perPrice));',
    },
    {
      name: 'funding: what is owed is rounded up',
      find: 'return value / (toBigInt(unit.tickE8) * E8);',
      replace: 'return value / (toBigInt(unit.tickE8) * E8) + 1n;',
    },
    {
      name: 'funding: the premium’s mean is rounded away from zero',
      find: 'Number(BigInt(sumE8) / BigInt(count))',
      replace: 'Math.ceil(sumE8 / count)',
    },
    {
      name: 'contracts: a value at the mark is rounded up',
      find: 'return (toBigInt(priceE8) * toBigInt(lots) * unit.quoteMinorPerTickLot) / toBigInt(unit.tickE8);',
      replace:
        'return (toBigInt(priceE8) * toBigInt(lots) * unit.quoteMinorPerTickLot) / toBigInt(unit.tickE8) + 1n;',
    },
  ]),
  ...bugsIn(`${CORE}/perpetual/funding.ts`, [
    {
      name: 'funding: the middle of the impact prices is rounded up',
      find: 'Math.floor(((bidTicks + askTicks) * contract.tickE8) / 2)',
      replace: 'Math.ceil(((bidTicks + askTicks) * contract.tickE8) / 2) + 1',
    },
  ]),
  ...bugsIn(`${CORE}/option/settlement.ts`, [
    {
      name: 'options: the profit is rounded up',
      find: 'return (stakeMinor * BigInt(payoutPpm)) / MILLION;',
      replace: 'return (stakeMinor * BigInt(payoutPpm) + MILLION - 1n) / MILLION;',
    },
  ]),
  ...bugsIn(`${CORE}/trust/figures.ts`, [
    {
      name: 'deposits: each day’s interest is truncated by itself',
      find: 'return (principalMinor * BigInt(dailyYieldPpm) * BigInt(days)) / MILLION;',
      replace: 'return ((principalMinor * BigInt(dailyYieldPpm)) / MILLION) * BigInt(days);',
    },
    {
      name: 'deposits: the penalty is rounded up',
      find: 'const penaltyMinor = (principalMinor * BigInt(penaltyPpm) * BigInt(remainingDays)) / MILLION;',
      replace:
        'const penaltyMinor = (principalMinor * BigInt(penaltyPpm) * BigInt(remainingDays)) / MILLION + 1n;',
    },
  ]),
  ...bugsIn(`${CORE}/launch/allocate.ts`, [
    {
      name: 'launches: missing units go to the smallest remainders',
      find: 'a.remainder > b.remainder ? -1 : 1',
      replace: 'a.remainder < b.remainder ? -1 : 1',
    },
  ]),
  ...bugsIn(`${CORE}/launch/steps.ts`, [
    {
      name: 'launches: each release is truncated by itself',
      find: 'const dueMinor = (order.allocatedMinor! * BigInt(ppm)) / 1_000_000n - order.releasedMinor;',
      replace: 'const dueMinor = (order.allocatedMinor! * BigInt(releases[offer.stage]!.ppm)) / 1_000_000n;',
      hours: 24,
    },
  ]),
  ...bugsIn(`${CORE}/launch/figures.ts`, [
    {
      name: 'launches: costs are truncated',
      find: 'return divideUp(unitsMinor * BigInt(issuePriceE8) * power(quoteDecimals), E8 * power(decimals));',
      replace: 'return (unitsMinor * BigInt(issuePriceE8) * power(quoteDecimals)) / (E8 * power(decimals));',
    },
  ]),
];
