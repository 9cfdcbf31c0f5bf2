import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { BANK } from '@tallystick/protocol/calls/deposit';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { readProof } from '../security/wire.ts';
import { MOST_ADDRESSES, type AddressBook, type OpenAddress } from './addresses.ts';
import type { ShownWithdrawal, WithdrawalService } from './service.ts';
import { withdrawalTerms, type WithdrawalTermsOptions } from './terms.ts';
import { readWanted, statesBehind, wireAddress, wireTerms, wireWithdrawal } from './wire.ts';

/** Calls about withdrawals, for customers and the desk. */
export function withdrawalRoutes(
  service: WithdrawalService,
  addresses: AddressBook,
  options: WithdrawalTermsOptions,
) {
  const { units, settings, now } = options;
  const wireOf = (withdrawal: ShownWithdrawal) =>
    wireWithdrawal(withdrawal, units.currency(withdrawal.currencyId));
  const wireSaved = (saved: OpenAddress) => wireAddress(saved, units.currency(saved.currencyId), now());
  const requireCurrency = (id: number | undefined) => (id === undefined ? undefined : units.currency(id).id);

  const list = async (
    customerId: number,
    input: CallRequest<'GET charge_mention/log3'>,
  ): Promise<CallOutput<'GET charge_mention/log3'>> => {
    const atBank = input.currency_id === BANK;
    const found = await service.list(customerId, {
      id: input.withdrawal_id,
      currencyId: atBank ? undefined : requireCurrency(input.currency_id),
      channel: input.channel ?? (atBank ? 'bank' : undefined),
      states: input.state === undefined ? undefined : statesBehind(input.state),
      after: readCursor(input.cursor, 1)?.[0] ?? null,
      limit: input.limit + 1,
    });
    return pageOf(found, input.limit, row => String(row.id), wireOf);
  };

  const calls = (register: RegisterCall): void => {
    register('POST wallet/get_info', async (input, { session }) =>
      wireTerms(await withdrawalTerms(options, session.customerId, input.currency_id)),
    );
    register('POST wallet/get_address', async ({ currency_id: id, network }, { session }) => {
      const saved = await addresses.list(session.customerId, { currencyId: requireCurrency(id), network });
      return {
        items: saved.map(wireSaved),
        maximum: MOST_ADDRESSES,
        cooling_hours: settings.get('withdrawal_limits').address_cooling_hours,
        whitelist_only: true,
      };
    });
    register('POST wallet/addaddress', async (input, { session }) => {
      const {
        currency_id: currencyId,
        network,
        address,
        label = '',
        memo = '',
        no_memo: noMemo = false,
      } = input;
      const wanted = { currencyId, network, address, label, memo: memo.trim(), noMemo };
      return { address: wireSaved(await addresses.add(session, wanted, readProof(input))) };
    });
    register('POST wallet/deladdress', async (input, { session }) => {
      await addresses.remove(session.customerId, input.address_id);
      return { removed: true };
    });
    register('POST wallet/out', async (input, { session, idempotencyKey: key }) => {
      const { password: _password, code: _code, two_factor_code: _second, passkey: _key, ...chosen } = input;
      const asking = { key, inputHash: hashInput({ ...chosen }) };
      return {
        withdrawal: wireOf(
          await service.request(session, readWanted(input, units), readProof(input), asking),
        ),
      };
    });
    register('POST wallet/out/cancel', async (input, { session }) => ({
      withdrawal: wireOf(await service.cancel(session.customerId, input.withdrawal_id)),
    }));
    register('GET charge_mention/log3', (input, { session }) => list(session.customerId, input));
  };

  return { calls, list };
}
