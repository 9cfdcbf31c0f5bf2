/** All pages as one list. Masked names repeat, so each entry is identified by its index. */
export function numbered<Item>(
  pages: readonly { readonly items: readonly Item[] }[],
): { readonly place: number; readonly item: Item }[] {
  return pages.flatMap(page => page.items).map((item, place) => ({ place, item }));
}
