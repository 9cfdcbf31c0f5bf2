import { finish } from '@tallystick/core/stepwise';
import { describe, expect, test } from 'vitest';
import { verifyAllocation, type AllocationList, type CheckedAllocation } from './allocation.ts';
import { sampleAllocation } from './testing/sample-files.ts';

const { root: ROOT, list: LIST } = sampleAllocation([900, 100, 200]);

const checked = (change: Partial<AllocationList> = {}, root: string = ROOT): CheckedAllocation =>
  finish(verifyAllocation({ ...LIST, ...change }, root));
const failed = ({ report }: CheckedAllocation) =>
  report.checks.filter(check => check.state === 'failed').map(check => `${check.name} ${check.problem}`);

describe('a published list', () => {
  test('is accepted if it is right', () => {
    const { report, lines, size } = checked();
    expect([report.verdict, size]).toEqual(['right', 3]);
    expect(lines[1]).toEqual({ orderId: 2, value: '100', allocated: '200', own: true, agrees: true });
    expect(lines.map(line => line.allocated)).toEqual(['400', '200', '400']);
  });

  test('is rejected if one customer got more than the rule gives', () => {
    const orders = LIST.orders.with(2, { ...LIST.orders[2]!, allocated_minor: '400000001' });
    const found = checked({ orders });
    expect(failed(found)).toEqual(['shares other_shares']);
    expect(found.lines.map(line => line.agrees)).toEqual([true, true, false]);
  });

  const paidIn = (currencies: readonly number[]) =>
    LIST.orders.map(one => ({
      ...one,
      committed: currencies.map(currency_id => ({ currency_id, amount_minor: '5' })),
    }));
  test.each<[string, Partial<AllocationList>, readonly string[]]>([
    [
      'a commitment was added',
      { orders: [...LIST.orders, { order_id: 4, committed: [], allocated_minor: '0' }] },
      ['format parts_contradict', 'root other_root'],
    ],
    ['a commitment was left out', { orders: LIST.orders.slice(1), size: 2 }, ['root other_root']],
    [
      'two lines changed places',
      { orders: LIST.orders.toReversed() },
      ['format parts_contradict', 'root other_root'],
    ],
    [
      'an order stands twice',
      { orders: [LIST.orders[0]!, ...LIST.orders], size: 4 },
      ['format parts_contradict', 'root other_root'],
    ],
    [
      'somebody paid in what is not accepted',
      { orders: paidIn([9]) },
      ['format parts_contradict', 'root other_root'],
    ],
    ['a currency is named twice', { orders: paidIn([3, 3]) }, ['format parts_contradict', 'root other_root']],
    ['the supply was changed', { supply_minor: '999999999' }, ['root other_root']],
    [
      'a rate was changed',
      { accepted: [{ currency_id: 3, rate_e8: 100_000_001, decimals: 6 }] },
      ['root other_root'],
    ],
    ['it names another root', { root: 'a'.repeat(64) }, ['format parts_contradict']],
    ['the reader’s own order is not', { own_order_id: 7 }, ['own not_in_list']],
    ['nothing has a price', { issue_price_e8: 0 }, ['format not_a_proof']],
    ['an amount is negative', { supply_minor: '-1' }, ['format not_a_proof']],
  ])('in which %s is found out', (_, change, problems) => {
    expect(failed(checked(change))).toEqual(problems);
  });

  test("is rejected if it is another offer's, with its own root", () => {
    const other = sampleAllocation([1, 2, 3]);
    expect(checked(other.list, other.root).report.verdict).toBe('right');
    const found = checked(other.list);
    expect(failed(found)).toEqual(['format parts_contradict', 'root other_root']);
    expect(found.lines).toEqual([]);
  });

  test('can be checked by somebody who is not in it', () => {
    expect(checked({ own_order_id: null }).report).toMatchObject({ verdict: 'right' });
  });

  test("is checked to its end when it is long, but shows only a hundred lines and one's own", () => {
    const { root, list } = sampleAllocation(Array.from({ length: 250 }, (_, i) => i + 1));
    const found = checked({ ...list, own_order_id: 230 }, root);
    expect([found.report.verdict, found.size, found.lines.length]).toEqual(['right', 250, 101]);
    expect(found.lines[0]).toMatchObject({ orderId: 230, own: true });
    const orders = list.orders.with(249, { ...list.orders[249]!, allocated_minor: '1' });
    expect(failed(checked({ ...list, orders }, root))).toEqual(['shares other_shares']);
    expect(checked({ ...list, own_order_id: 5 }, root).lines).toHaveLength(100);
  });
});
