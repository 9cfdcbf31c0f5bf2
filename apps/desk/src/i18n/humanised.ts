/** `transaction_id` and `twoPerson` → `Transaction id`, `Two person`: for keys the desk has no words for. */
export function humanised(key: string): string {
  const words = key
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
