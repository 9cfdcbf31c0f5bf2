/** `quantityLots` → `quantity_lots`. */
export function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
}
