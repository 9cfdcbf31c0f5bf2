import type { RegisterCall } from '../../http/call-router.ts';
import type { BankCards } from './cards.ts';

export function registerBankCalls(register: RegisterCall, cards: BankCards): void {
  register('POST user/cash_info', async (_input, { session }) => ({
    card: await cards.info(session.customerId),
  }));
  register('POST user/cash_save', async (input, { session }) => ({
    card: await cards.save(session, input),
  }));
}
