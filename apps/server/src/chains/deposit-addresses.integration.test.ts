import { afterAll, beforeAll, expect, test } from 'vitest';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { DEMO_DEPOSIT_KEYS } from './addresses/demo-keys.ts';
import { deriveAddress } from './addresses/derive.ts';
import { parseDepositKey, type DepositKey } from './addresses/extended-key.ts';
import { AddressTampered, DepositAddresses } from './deposit-addresses.ts';
import { type Network } from './networks.ts';
import { VECTOR_MNEMONIC, operatorKey } from './testing/wallet.ts';

const KEYS: Readonly<Record<Network, DepositKey>> = {
  OMNI: parseDepositKey('OMNI', DEMO_DEPOSIT_KEYS.OMNI),
  ERC20: parseDepositKey('ERC20', DEMO_DEPOSIT_KEYS.ERC20),
  TRC20: parseDepositKey('TRC20', DEMO_DEPOSIT_KEYS.TRC20),
};

let database: Database;
let addresses: DepositAddresses;
beforeAll(async () => {
  database = await createTestDatabase();
  addresses = new DepositAddresses(database.pool, KEYS, () => 1);
});
afterAll(() => database.close());

async function customers(count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into customers (nickname, invitation_code, created_at_ms, password_changed_at_ms)
     select 'test', md5(random()::text), 0, 0 from generate_series(1, $1) returning id`,
    [count],
  );
  return rows.map(row => row.id);
}

test('each customer has one permanent address per network, for every currency of the account', async () => {
  const [ann, ben] = (await customers(2)) as [number, number];
  const ether = await addresses.addressFor(ann, 'ERC20', ETH);
  expect(ether.address).toBe(deriveAddress(KEYS.ERC20, 'evm', ether.index));
  expect(await addresses.addressFor(ann, 'ERC20', USDT)).toEqual(ether);
  expect((await addresses.addressFor(ben, 'ERC20', ETH)).address).not.toBe(ether.address);
  expect((await addresses.addressFor(ann, 'TRC20', USDT)).address).toMatch(/^T/);
  expect((await addresses.addressFor(ann, 'OMNI', BTC)).address).toMatch(/^bc1q/);
  expect((await addresses.addressFor(ann, 'OMNI', USDT)).address).toMatch(/^1/);
  await expect(addresses.addressFor(ann, 'OMNI', ETH)).rejects.toThrow('does not travel');
  await expect(addresses.addressFor(ann, 'TRC20', 4)).rejects.toThrow('does not travel');
});

test('concurrent requests get consecutive indices, and each customer only one', async () => {
  const many = await customers(12);
  const asked = await Promise.all([...many, ...many].map(id => addresses.addressFor(id, 'TRC20', USDT)));
  const indices = new Set(asked.map(one => one.index));
  expect(indices.size).toBe(12);
  expect(Math.max(...indices) - Math.min(...indices)).toBe(11);
  expect(asked.slice(0, 12)).toEqual(asked.slice(12));
});

test('a failed attempt leaves no gap', async () => {
  const [ann, ben] = (await customers(2)) as [number, number];
  const { index } = await addresses.addressFor(ann, 'ERC20', ETH);
  // The customer does not exist, so the database refuses.
  await expect(addresses.addressFor(2_000_000_000, 'ERC20', ETH)).rejects.toThrow('foreign key');
  expect((await addresses.addressFor(ben, 'ERC20', ETH)).index).toBe(index + 1);
});

test('indices start again with a new key, and old addresses stay ours', async () => {
  const [ann] = (await customers(1)) as [number];
  const before = await addresses.addressFor(ann, 'ERC20', ETH);
  const newKey = parseDepositKey('ERC20', operatorKey(VECTOR_MNEMONIC, "m/44'/60'/0'").publicExtendedKey);
  const renewed = new DepositAddresses(database.pool, { ...KEYS, ERC20: newKey }, () => 2);
  const after = await renewed.addressFor(ann, 'ERC20', ETH);
  expect(after).toMatchObject({ index: 0, address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' });
  expect(await renewed.ownerOf('ERC20', before.address.toLowerCase())).toBe(ann);
  expect(await renewed.ownerOf('ERC20', after.address)).toBe(ann);
  expect(await renewed.ownerOf('ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBeNull();
  expect(await renewed.ownerOf('ERC20', 'nonsense')).toBeNull();
});

test.each(['address', 'address_key'])(
  'an address that was changed in the database (%s) is never shown',
  async column => {
    const [ann] = (await customers(1)) as [number];
    await addresses.addressFor(ann, 'ERC20', ETH);
    await database.pool.query(
      `update chain_addresses set ${column} = $2 where network = 'ERC20' and customer_id = $1`,
      [ann, `0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe${column.length % 10}`],
    );
    await expect(addresses.addressFor(ann, 'ERC20', ETH)).rejects.toThrow(AddressTampered);
  },
);
