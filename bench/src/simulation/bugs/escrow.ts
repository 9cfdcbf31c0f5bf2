import { bugsIn, type Bug } from './bug.ts';

const CORE = 'packages/core/src';

export const ESCROW_BUGS: readonly Bug[] = [
  ...bugsIn(`${CORE}/option/settlement.ts`, [
    {
      name: 'options: an even result is lost',
      find: "if (exit.priceE8 === entry.priceE8) return { result: 'even', entry, exit, payoutMinor: refund };\n",
      replace: '',
      hours: 24,
    },
    {
      name: 'options: an old exit counts',
      find: 'exit === undefined || exit.atMs < terms.deliveryAtMs - terms.staleMs',
      replace: 'exit === undefined',
    },
  ]),
  ...bugsIn(`${CORE}/option/open-option.ts`, [
    {
      name: 'options: refunded before their entry is late',
      find: 'this.dueAtMs = bought.boughtAtMs + bought.staleMs + 1;',
      replace: 'this.dueAtMs = bought.boughtAtMs + bought.staleMs;',
    },
  ]),
  ...bugsIn(`${CORE}/option/option.ts`, [
    {
      name: 'options: what the house owed stays counted after the end',
      find: 'offered.addExposure(currencyId, direction, -option.profitMinor);',
      replace: '',
    },
    {
      name: 'options: a loss goes to the escrow, not to the pool',
      find: 'this.#post(option, reason, payoutMinor, option.escrowMinor - payoutMinor);',
      replace:
        'this.#post(option, reason, payoutMinor, payoutMinor === 0n ? 0n : option.escrowMinor - payoutMinor);',
    },
  ]),
  ...bugsIn(`${CORE}/trust/books.ts`, [
    {
      name: 'deposits: unearned interest is kept in escrow after a redemption',
      find: 'const unearnedMinor = unpaidOf(order);',
      replace: 'const unearnedMinor = 0n * unpaidOf(order);',
    },
    {
      name: 'deposits: a renewal freezes its principal again',
      find: 'if (order.renewalOf === null) this.#freeze',
      replace: 'if (order.principalMinor > 0n) this.#freeze',
    },
  ]),
  ...bugsIn(`${CORE}/trust/figures.ts`, [
    {
      name: 'deposits: the penalty is of one day more',
      find: 'const remainingDays = rates.cycleDays - paidDays;',
      replace: 'const remainingDays = rates.cycleDays - paidDays + 1;',
    },
    {
      name: 'deposits: the day of the deposit earns',
      find: 'return Math.min(cycleDays, Math.max(0, dayOf(atMs) - depositDay - 1));',
      replace: 'return Math.min(cycleDays, Math.max(0, dayOf(atMs) - depositDay));',
    },
  ]),
  ...bugsIn(`${CORE}/launch/steps.ts`, [
    {
      name: 'launches: what was not spent stays frozen',
      find: 'this.#escrow.unfreeze(offerId, customerId, currencyId, amountMinor - spent);',
      replace:
        'if (spent === 0n) this.#escrow.unfreeze(offerId, customerId, currencyId, amountMinor - spent);',
    },
  ]),
  ...bugsIn(`${CORE}/spot/open-orders.ts`, [
    {
      name: 'spot: a filled order keeps what it has not used',
      find: 'if (order.frozenMinor !== 0) {',
      replace: "if (order.frozenMinor !== 0 && reason !== 'filled') {",
    },
  ]),
  ...bugsIn(`${CORE}/wallet/wallet.ts`, [
    {
      name: 'wallet: deposits do not pay debts',
      find: '? least(amountMinor, this.#debts.owedMinor(customerId, currencyId))',
      replace: '? least(0n, this.#debts.owedMinor(customerId, currencyId))',
    },
    {
      name: 'wallet: the insurance fund is drawn below its floor',
      find: 'this.#ledger.availableMinor(insurance) - this.#floorMinor(currencyId)',
      replace: 'this.#ledger.availableMinor(insurance) - 0n * this.#floorMinor(currencyId)',
    },
  ]),
  ...bugsIn(`${CORE}/wallet/profit.ts`, [
    {
      name: 'wallet: profit leaves before its day is over',
      find: 'if (atMs < announcedAtMs + NOTICE_MS) {',
      replace: 'if (atMs < announcedAtMs + NOTICE_MS - 1) {',
      hours: 24,
    },
  ]),
  ...bugsIn(`${CORE}/correction/correction.ts`, [
    {
      name: 'corrections: goodwill is paid twice',
      find: 'this.#paid.add(goodwillId);',
      replace: '',
      hours: 24,
    },
  ]),
];
