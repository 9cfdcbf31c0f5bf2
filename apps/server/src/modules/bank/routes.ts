import type { WireBankCard } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { readProof } from '../security/wire.ts';
import { MOST_CARDS, type BankCard, type BankCards } from './cards.ts';
import { maskNumber } from './destination.ts';
import { readCardFields } from './fields.ts';

export function registerBankCalls(register: RegisterCall, cards: BankCards, now: () => number): void {
  const wireCard = ({ id, fields, label, isDefault, usableFromMs, savedAtMs }: BankCard): WireBankCard => ({
    ...fields,
    card_id: id,
    label,
    is_default: isDefault,
    card_number: maskNumber(fields.card_number),
    account_number: maskNumber(fields.account_number),
    usable_from_ms: usableFromMs > now() ? usableFromMs : null,
    saved_at_ms: savedAtMs,
  });
  const listed = async (customerId: number) => {
    const items = (await cards.list(customerId)).map(wireCard);
    return { card: items.find(({ is_default: isDefault }) => isDefault) ?? null, items, maximum: MOST_CARDS };
  };
  register('POST user/cash_info', (_input, { session }) => listed(session.customerId));
  register('POST user/cash_save', async (input, { session }) => ({
    card: wireCard(await cards.add(session, readCardFields(input), input.label ?? '', readProof(input))),
  }));
  register('POST user/cash_default', async ({ card_id: id }, { session }) => {
    await cards.makeDefault(session.customerId, id);
    return listed(session.customerId);
  });
  register('POST user/cash_remove', async ({ card_id: id }, { session }) => {
    await cards.remove(session.customerId, id);
    return listed(session.customerId);
  });
}
