import type { WireBankCard } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { readProof } from '../security/wire.ts';
import type { BankCard, BankCards } from './cards.ts';
import { maskNumber } from './destination.ts';
import { readCardFields } from './fields.ts';

export function registerBankCalls(register: RegisterCall, cards: BankCards, now: () => number): void {
  const wireCard = ({ fields, usableFromMs, savedAtMs }: BankCard): WireBankCard => ({
    ...fields,
    card_number: maskNumber(fields.card_number),
    account_number: maskNumber(fields.account_number),
    usable_from_ms: usableFromMs > now() ? usableFromMs : null,
    saved_at_ms: savedAtMs,
  });
  register('POST user/cash_info', async (_input, { session }) => {
    const card = await cards.find(session.customerId);
    return { card: card === null ? null : wireCard(card) };
  });
  register('POST user/cash_save', async (input, { session }) => ({
    card: wireCard(await cards.save(session, readCardFields(input), readProof(input))),
  }));
}
