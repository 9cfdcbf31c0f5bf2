import type { CustomerAccount } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { fromWire } from '../../http/words.ts';
import { wireCurrency } from '../market/currencies.ts';
import { amountMinor } from '../market/units.ts';
import type { Faucet } from './faucet.ts';
import type { WalletOptions, WalletService } from './service.ts';
import type { LedgerFilter } from './store.ts';
import {
  entryIdOf,
  ledgerPosition,
  wireBalance,
  wireEntry,
  wireHold,
  wireTransfer,
  wireWallet,
} from './wire.ts';

interface LedgerAsked extends Omit<LedgerFilter, 'before'> {
  readonly cursor?: string | undefined;
}

/** Calls about balances, for customers and the desk. */
export function walletRoutes(
  service: WalletService,
  faucet: Faucet,
  { exchange, units }: Pick<WalletOptions, 'exchange' | 'units'>,
) {
  const list = async (customerId: number, only?: CustomerAccount) =>
    wireWallet(await service.wallet(customerId, only), units);

  const ledger = async (
    customerId: number,
    { cursor, limit, ...filter }: LedgerAsked,
  ): Promise<CallOutput<'POST wallet/legal_log'>> => {
    const before = ledgerPosition(cursor);
    const rows = await service.ledger(customerId, { ...filter, before, limit: limit + 1 });
    return pageOf(rows, limit, entryIdOf, row => wireEntry(row, units.currency(row.currencyId)));
  };

  const wireCredits = (credits: ReturnType<Faucet['credits']>) =>
    credits.map(({ currency, amountMinor: minor }) => ({
      currency: currency.code,
      amount: formatMinor(minor, currency.decimals),
    }));

  const calls = (register: RegisterCall): void => {
    register('GET currency/user_currency_list', async (_input, { session }) => {
      const held = session === null ? null : await service.booked(session.customerId);
      return {
        items: exchange.currencies().map(currency => {
          const own = held?.find(one => one.account === 'spot' && one.currencyId === currency.id);
          const shown = (minor = 0n): string | null =>
            held === null ? null : formatMinor(minor, currency.decimals);
          const amounts = { available: shown(own?.availableMinor), frozen: shown(own?.frozenMinor) };
          return { currency: wireCurrency(currency), ...amounts };
        }),
      };
    });
    register('POST wallet/list', (input, { session }) => list(session.customerId, input.account));
    register('POST wallet/detail', async ({ account, currency_id: currencyId }, { session }) => {
      const { balance, holds } = await service.detail(session.customerId, account, currencyId);
      const currency = units.currency(currencyId);
      return { balance: wireBalance(balance, units), holds: holds.map(hold => wireHold(hold, currency)) };
    });
    register('POST wallet/legal_log', (input, { session }) => {
      const { currency_id: currencyId, from_ms: fromMs, to_ms: toMs, reason, ...rest } = input;
      if (currencyId !== undefined) units.currency(currencyId);
      return ledger(session.customerId, { ...rest, currencyId, fromMs, toMs, reason: fromWire(reason) });
    });
    register('POST wallet/change', async (input, { session, idempotencyKey }) => {
      const { from, to } = input;
      const currency = units.currency(input.currency_id);
      const asked = {
        currencyId: currency.id,
        from,
        to,
        amountMinor: amountMinor(input.amount, currency, 'amount'),
      };
      const { transfer, balances } = await service.transfer(session.customerId, asked, idempotencyKey);
      return {
        transfer: wireTransfer(transfer, currency),
        balances: balances.map(balance => wireBalance(balance, units)),
      };
    });
    register('GET wallet/hzhistory', async ({ currency_id: currencyId, cursor, limit }, { session }) => {
      if (currencyId !== undefined) units.currency(currencyId);
      const beforeId = readCursor(cursor, 1)?.[0] ?? null;
      const rows = await service.transfers(session.customerId, { currencyId, beforeId, limit: limit + 1 });
      return pageOf(
        rows,
        limit,
        row => String(row.postingId),
        row => wireTransfer(row, units.currency(row.currencyId)),
      );
    });
    register('GET wallet/faucet', async (_input, { session }) => {
      const nextAtMs = await faucet.nextAtMs(session.customerId);
      return { credits: wireCredits(faucet.credits()), next_at_ms: nextAtMs };
    });
    register('POST wallet/faucet', async (_input, { session, idempotencyKey }) => {
      const nextAtMs = await faucet.claim(session.customerId, idempotencyKey);
      return { credits: wireCredits(faucet.credits()), next_at_ms: nextAtMs };
    });
  };

  return { calls, list, ledger };
}
