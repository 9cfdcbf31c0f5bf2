import { bugsIn, type Bug } from './bug.ts';

const SPOT = 'packages/core/src/spot';
const CONTRACTS = 'packages/core/src/perpetual';

/** What orders may ask for besides, amendments, and what takes orders off by itself. */
export const ORDER_BUGS: readonly Bug[] = [
  ...bugsIn(`${SPOT}/amending.ts`, [
    {
      name: 'amending: less quantity gives nothing back',
      find: '    this.#keeper.refreeze(order, frozenFor(market, order, amended));\n',
      replace: '',
    },
    {
      name: 'amending: another price keeps its place',
      find: 'const isSmaller = amended.priceTicks === order.priceTicks && amended.quantityLots! < order.quantityLots!;',
      replace: 'const isSmaller = amended.quantityLots! < order.quantityLots!;',
    },
    {
      name: 'amending: a post-only order may take',
      find: 'if (order.postOnly && market.book.crosses(order.side, priceTicks))',
      replace: 'if (false)',
      hours: 12,
    },
  ]),
  ...bugsIn(`${SPOT}/matching.ts`, [
    {
      name: 'self-trade: only the taker loses the lots',
      find: 'for (const order of [maker, taker]) {',
      replace: 'for (const order of [taker]) {',
    },
    {
      name: 'self-trade: of both only the taker ends',
      find: "if (selfTradeMode(taker) === 'expireBoth') {",
      replace: 'if (false) {',
    },
  ]),
  ...bugsIn(`${SPOT}/cancelling.ts`, [
    {
      name: 'a cancel timer for guarded orders takes all',
      find: "order => scope === 'all' || order.instructions?.guarded === true",
      replace: '() => true',
    },
  ]),
  ...bugsIn(`${SPOT}/trailing-stops.ts`, [
    {
      name: 'trailing stops: a new extreme moves only the nearest group',
      find: 'while (this.#groups.length > 0 && this.#groups.at(-1)!.extreme <= extreme) {',
      replace: 'while (false) {',
    },
    {
      name: 'trailing stops: purchases do not follow the price down',
      find: '    this.#buys.follow(priceTicks);\n',
      replace: '',
    },
  ]),
  ...bugsIn(`${SPOT}/linked-orders.ts`, [
    {
      name: 'order lists: the stop stays when the limit order trades',
      find: '    else this.#end(other);\n',
      replace: '',
    },
  ]),
  ...bugsIn(`${SPOT}/exits.ts`, [
    {
      name: 'brackets: exits sell the fee, too',
      find: 'parent.filledLots * baseMinorPerLot - parent.feeMinor, baseMinorPerLot',
      replace: 'parent.filledLots * baseMinorPerLot, baseMinorPerLot',
    },
  ]),
  ...bugsIn(`${SPOT}/makers-in-turn.ts`, [
    {
      name: 'icebergs: whoever looks sees only what the book shows',
      find: 'for (const next of hidden) {',
      replace: 'for (const next of hidden.slice(0, 0)) {',
    },
  ]),
  ...bugsIn(`${SPOT}/open-order.ts`, [
    {
      name: 'an order does not end at its time',
      find: 'this.dueAtMs = expiresAtMs ?? Infinity;',
      replace: 'this.dueAtMs = Infinity;',
    },
  ]),
  ...bugsIn(`${SPOT}/snapshot.ts`, [
    {
      name: 'snapshots forget what an order lost to self-trade prevention',
      find: '    writer.int(order.preventedLots);\n',
      replace: '    writer.int(0);\n',
    },
  ]),
  ...bugsIn(`${SPOT}/open-orders.ts`, [
    {
      name: 'an ended order’s name stays taken',
      find: 'this.#names.count(order.trader.customerId, order.clientOrderId, -1);',
      replace: '{}',
    },
  ]),
  ...bugsIn(`${CONTRACTS}/matching.ts`, [
    {
      name: 'contracts, self-trade: the maker keeps the lots and their margin',
      find: "    if (maker.effect === 'open') this.#keeper.releaseOpening(market, position, prevented);\n",
      replace: '',
    },
    {
      name: 'contracts, self-trade: of both only the taker ends',
      find: "if (selfTrade !== 'expireBoth') return;",
      replace: 'return;',
    },
  ]),
  ...bugsIn(`${CONTRACTS}/amending.ts`, [
    {
      name: 'contracts, amending: another price keeps its place',
      find: 'if (priceTicks === now.priceTicks && lots < now.lots) {',
      replace: 'if (lots < now.lots) {',
    },
  ]),
  ...bugsIn(`${CONTRACTS}/outlook.ts`, [
    {
      name: 'contracts: a fill-or-kill is filled in part',
      find: "if (command.instructions?.timeInForce === 'FOK' && !fillsWhole(takes)) return 'fill_or_kill_unfillable';",
      replace: '',
    },
  ]),
  ...bugsIn(`${CONTRACTS}/waiting-index.ts`, [
    {
      name: 'contracts: an order does not end at its time',
      find: 'waiting.dueAtMs = askingOf(waiting)?.instructions?.expiresAtMs ?? Infinity;',
      replace: 'waiting.dueAtMs = Infinity;',
    },
  ]),
];
