/** Pages of a list as one; names are masked and repeat, so each entry is known by its place. */
export function numbered<Item>(
  pages: readonly { readonly items: readonly Item[] }[],
): { readonly place: number; readonly item: Item }[] {
  return pages.flatMap(page => page.items).map((item, place) => ({ place, item }));
}
