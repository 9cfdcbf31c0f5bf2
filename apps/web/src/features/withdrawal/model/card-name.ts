import type { SavedCard } from './withdraw-fields.ts';

/** `Salary · Vietcombank •••• 1234`: the customer's own name never stands alone. */
export function cardName(card: Pick<SavedCard, 'name' | 'label'> | undefined): string {
  if (!card) return '';
  return card.label === '' ? card.name : `${card.label} · ${card.name}`;
}
