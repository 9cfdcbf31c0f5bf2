import type { CallOutput, CallRequest } from '@tallystick/protocol';
import { BANK } from '@tallystick/protocol/calls/deposit';
import type { DepositAddress } from '../../chains/deposit-addresses.ts';
import { explorerUrl, NETWORKS, type Network } from '../../chains/networks.ts';
import { hashInput } from '../../engine/idempotency/hash-input.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import type { DepositOptions, DepositService, ShownDeposit } from './service.ts';
import { statesBehind, wireArrival, wireDeposit } from './wire.ts';

/** Calls about deposits, for customers and the desk. */
export function depositRoutes(
  service: DepositService,
  { units, now }: Pick<DepositOptions, 'units' | 'now'>,
) {
  const wireOf = (deposit: ShownDeposit) => wireDeposit(deposit, units.currency(deposit.currencyId), now());

  const placeOf = (currencyId: number, network: Network | undefined) => {
    if (currencyId !== BANK) return { currencyId, network };
    if (network !== undefined) throw new CallFailure('network_unknown', { field: 'network' });
    return 'bank';
  };

  const bankDetails = (customerId: number): CallOutput<'POST wallet/get_in_address'>['bank'] => {
    const { holder, bank_name, account_number, swift, note, currency, rate, minimum } = service.bank();
    const reference = `TALLY-${customerId}`;
    return { holder, bank_name, account_number, swift, note, reference, currency, rate, minimum };
  };

  const list = async (
    customerId: number,
    input: CallRequest<'GET charge_mention/log2'>,
  ): Promise<CallOutput<'GET charge_mention/log2'>> => {
    const { deposit_id: id, channel, state, cursor, limit } = input;
    const atBank = input.currency_id === BANK;
    const isAny = atBank || input.currency_id === undefined;
    const currencyId = isAny ? undefined : units.currency(input.currency_id!).id;
    const found = await service.list(customerId, {
      id,
      currencyId,
      channel: channel ?? (atBank ? 'bank' : undefined),
      states: state === undefined ? undefined : statesBehind(state),
      after: readCursor(cursor, 1)?.[0] ?? null,
      limit: limit + 1,
    });
    const page = pageOf(found, limit, row => String(row.id), wireOf);
    const isNarrowed = cursor !== undefined || id !== undefined || state !== undefined || atBank;
    const showsArrivals = !isNarrowed && (channel === undefined || channel === 'chain');
    const arriving = showsArrivals ? await service.arrivals(customerId, currencyId) : [];
    return { ...page, arriving: arriving.map(one => wireArrival(one, units.currency(one.currencyId))) };
  };

  const calls = (register: RegisterCall): void => {
    register('POST wallet/get_in_address', async (input, { session: { customerId } }) => {
      const place = placeOf(input.currency_id, input.network);
      if (place === 'bank') return { networks: [], address: null, bank: bankDetails(customerId) };
      const { id } = units.currency(place.currencyId);
      const methods = service.methods(id);
      const network = place.network ?? methods.find(method => method.enabled)?.network;
      const own = network === undefined ? null : await service.address(customerId, network, id);
      return {
        networks: methods.map(method => ({
          network: method.network,
          name: NETWORKS[method.network].name,
          minimum: method.minimum,
          confirmations: method.confirmations,
          enabled: method.enabled,
          automatic: method.automatic,
          contract: method.contract,
        })),
        address: own && {
          network: own.network,
          address: own.address,
          memo: own.memo,
          qr_text: qrText(own),
          explorer_url: explorerUrl(own.network, 'address', own.address),
        },
        bank: null,
      };
    });
    register('POST wallet/charge_req', async (input, { session, idempotencyKey: key }) => {
      const announced = {
        to: placeOf(input.currency_id, input.network),
        amount: input.amount,
        pictureId: input.picture_id,
        transactionId: input.transaction_id,
        seenRate: input.rate,
      } as const;
      const asking = { key, inputHash: hashInput({ ...input }) };
      return { deposit: wireOf(await service.announce(session.customerId, announced, asking)) };
    });
    register('GET charge_mention/log2', (input, { session }) => list(session.customerId, input));
  };

  return { calls, list, wireOf };
}

/**
 * The bare address: every wallet reads it, and none can misread an amount from it. A destination tag goes with it in the
 * form that wallets of the XRP Ledger read.
 */
function qrText({ address, memo }: DepositAddress): string {
  return memo === null ? address : `${address}?dt=${memo}`;
}
