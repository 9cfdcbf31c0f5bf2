import type { DeskOutput } from '@tallystick/protocol/desk';
import { known, t } from '#i18n/texts.ts';

type Item = Pick<DeskOutput<'GET desk/queue'>['items'][number], 'customer_id' | 'customer'>;

/** Whose it is: a customer, a visitor, or a place where the house's money lies, such as a chain or the bank. */
export function whoOf({ customer_id: id, customer }: Item): string {
  if (id !== null) return `${id} · ${customer}`;
  return customer === '' ? t('queues.visitor') : (known('houseAccounts', customer) ?? customer);
}
