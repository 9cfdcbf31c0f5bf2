import { expect, test } from 'vitest';
import type { WireAllocationPage } from '@tallystick/protocol/wire';
import { sampleAllocation } from '@tallystick/verify/testing/sample-files';
import { joinPages, linesIn } from './pages.ts';

const { list } = sampleAllocation([900, 100, 200]);
const pageOf = (from: number, to: number, next: string | null): WireAllocationPage => ({
  ...structuredClone(list as Omit<WireAllocationPage, 'next_cursor'>),
  orders: structuredClone(list.orders.slice(from, to)) as WireAllocationPage['orders'],
  next_cursor: next,
});

test('the pages of a list are the list again', () => {
  const pages = [pageOf(0, 2, '2'), pageOf(2, 3, null)];
  expect(linesIn(pages)).toBe(3);
  expect(joinPages(pages)).toEqual(list);
  expect(joinPages([])).toBeUndefined();
});
