import type { WireAllocationList, WireAllocationPage } from '@tallystick/protocol/wire';

/** Number of lines loaded so far. */
export function linesIn(pages: readonly WireAllocationPage[]): number {
  return pages.reduce((sum, page) => sum + page.orders.length, 0);
}

/** All pages as one list, for the check and for saving. */
export function joinPages(pages: readonly WireAllocationPage[]): WireAllocationList | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const { next_cursor: _, ...list } = first;
  return { ...list, orders: pages.flatMap(page => page.orders) };
}
