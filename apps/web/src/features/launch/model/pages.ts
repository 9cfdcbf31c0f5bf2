import type { WireAllocationList, WireAllocationPage } from '@tallystick/protocol/wire';

/** Lines that have come so far. */
export function linesIn(pages: readonly WireAllocationPage[]): number {
  return pages.reduce((sum, page) => sum + page.orders.length, 0);
}

/** The list as one, of all its pages: what is checked, and what can be kept. */
export function joinPages(pages: readonly WireAllocationPage[]): WireAllocationList | undefined {
  const [first] = pages;
  if (first === undefined) return undefined;
  const { next_cursor: _, ...list } = first;
  return { ...list, orders: pages.flatMap(page => page.orders) };
}
