import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { proofCode } from '../security/testing/proof-code.ts';
import { changeSetting } from '../testing/setting.ts';
import {
  FUND_PASSWORD,
  mayWithdraw,
  saveAddress,
  tryToWithdraw,
  TRON_ADDRESS,
  withdrawer,
} from '../testing/withdrawing.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const owner = async (): Promise<TestCustomer> => {
  const customer = await server.customer();
  await mayWithdraw(server, customer);
  return customer;
};
const book = async (customer: TestCustomer) =>
  (await server.call('POST wallet/get_address', {}, { token: customer.token })).items;

async function refusal(
  customer: TestCustomer,
  change: { readonly currency_id?: number; readonly network?: string; readonly address?: string },
) {
  const code = await proofCode(server, customer, 'address');
  const input = { currency_id: 3, network: 'TRC20', address: TRON_ADDRESS, password: FUND_PASSWORD, code };
  return server.refused('POST wallet/addaddress', { ...input, ...change } as never, {
    token: customer.token,
  });
}

describe('the address book', () => {
  it('takes one address per network and currency, and returns it in its normal spelling', async () => {
    const customer = await owner();
    const tron = await saveAddress(server, customer);
    const evm = { network: 'ERC20', address: ` ${EVM.toLowerCase()} ` } as const;
    const first = await saveAddress(server, customer, { ...evm, label: ' Ledger ' });
    expect(first).toMatchObject({ address: EVM, label: 'Ledger', network: 'ERC20', currency: 'USDT' });
    await saveAddress(server, customer, { ...evm, currency_id: 2 });
    expect((await book(customer)).map(item => [item.currency, item.network])).toEqual([
      ['ETH', 'ERC20'],
      ['USDT', 'ERC20'],
      ['USDT', 'TRC20'],
    ]);
    const input = { network: 'TRC20' } as const;
    const { items } = await server.call('POST wallet/get_address', input, { token: customer.token });
    expect(items.map(item => item.address_id)).toEqual([tron.address_id]);
    expect(await refusal(customer, { network: 'ERC20', address: EVM.toLowerCase() })).toMatchObject({
      code: 'address_exists',
    });
  });

  it.each([
    ['a mistyped TRON address', 'TRC20', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9', 'address_checksum'],
    ['an Ethereum address where TRON is meant', 'TRC20', EVM, 'address_wrong_network'],
    ['a TRON address where Ethereum is meant', 'ERC20', TRON_ADDRESS, 'address_wrong_network'],
    ['letters of the wrong case', 'ERC20', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_checksum'],
    [
      'the token’s own contract',
      'ERC20',
      '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      'address_is_contract',
    ],
    ['nobody’s address', 'ERC20', `0x${'0'.repeat(40)}`, 'address_is_burn'],
    ['a test network', 'OMNI', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'address_is_testnet'],
    ['a mistyped Bitcoin address', 'OMNI', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'address_checksum'],
    ['no address at all', 'TRC20', 'my wallet', 'address_invalid'],
  ])('refuses %s', async (_, network, address, code) => {
    const customer = await owner();
    const refused = await refusal(customer, { network, address });
    expect(refused).toMatchObject({ code, status: 400, data: { field: 'address' } });
    if (code === 'address_wrong_network') {
      expect(refused.data['looks_like']).toBe(network === 'TRC20' ? 'Ethereum' : 'TRON');
    }
    expect(await book(customer)).toEqual([]);
  });

  it('refuses a network that the currency does not use', async () => {
    const customer = await owner();
    expect((await refusal(customer, { currency_id: 1, network: 'ERC20', address: EVM })).code).toBe(
      'network_unknown',
    );
  });

  it('refuses our deposit addresses, one’s own and others’', async () => {
    const customer = await owner();
    const { address } = await server.call(
      'POST wallet/get_in_address',
      { currency_id: 3, network: 'TRC20' },
      { token: (await server.customer()).token },
    );
    expect((await refusal(customer, { address: address?.address ?? '' })).code).toBe('address_is_deposit');
  });

  it('needs the fund password and a new code for each address', async () => {
    const customer = await owner();
    const input = { currency_id: 3, network: 'TRC20', address: TRON_ADDRESS, label: '' } as const;
    const add = async (password: string, code: string, address = input.address) => {
      const send = { ...input, address, password, code };
      const { body } = await server.try('POST wallet/addaddress', send, { token: customer.token });
      return body.code;
    };
    expect(await add('741852', await proofCode(server, customer, 'address'))).toBe('fund_password_wrong');
    expect(await add(FUND_PASSWORD, await proofCode(server, customer, 'withdraw'))).toBe('code_wrong');
    const code = await proofCode(server, customer, 'address');
    expect(await add(FUND_PASSWORD, code)).toBe(1);
    const second = 'TN3W4H6rK2ce4vX9YnFQHwKENnHjoxb3m9';
    expect(await add(FUND_PASSWORD, code, second as typeof TRON_ADDRESS)).toBe('code_wrong');
  });

  it('makes a new address wait as long as operators set', async () => {
    const customer = await withdrawer(server);
    const before = server.services.settings.get('withdrawal_limits');
    await changeSetting(server, 'withdrawal_limits', { ...before, address_cooling_hours: 24 });
    const { address_id, usable_from_ms } = await saveAddress(server, customer);
    expect(usable_from_ms).toBe(server.clock.nowMs + 24 * HOUR_MS);
    const { body } = await tryToWithdraw(server, customer, { address_id });
    expect(body).toMatchObject({ code: 'address_cooling', data: { until_ms: usable_from_ms } });
    server.clock.nowMs = usable_from_ms ?? 0;
    expect((await tryToWithdraw(server, customer, { address_id })).body.type).toBe('ok');
    expect((await book(customer))[0]?.usable_from_ms).toBeNull();
    await changeSetting(server, 'withdrawal_limits', before);
  });

  it('removes an address for its owner, and for nobody else', async () => {
    const [customer, stranger] = [await withdrawer(server), await owner()];
    const { address_id } = await saveAddress(server, customer);
    const remove = (token: string) => server.try('POST wallet/deladdress', { address_id }, { token });
    expect((await remove(stranger.token)).body.code).toBe('address_unknown');
    expect((await remove(customer.token)).body.type).toBe('ok');
    expect((await remove(customer.token)).body.code).toBe('address_unknown');
    expect(await book(customer)).toEqual([]);
    expect((await tryToWithdraw(server, customer, { address_id })).body.code).toBe('address_unknown');
    // It may be added again, and needs proof again.
    expect((await saveAddress(server, customer)).address).toBe(TRON_ADDRESS);
  });
});
