import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { checkAddress } from './addresses/check-address.ts';
import { depositKind, deriveAddress } from './addresses/derive.ts';
import type { DepositKey } from './addresses/extended-key.ts';
import type { AddressKind, Network } from './networks.ts';
import { addressKey } from './watcher/chain-source.ts';

/** Any constant works that no other two-part advisory lock uses. */
const LOCK = 7_146_340;

export interface DepositAddress {
  readonly network: Network;
  readonly address: string;
  readonly kind: AddressKind;
  /** The child of the operator's key: `…/0/<index>`. */
  readonly index: number;
}

/** A row of chain_addresses does not follow from the operator's key: someone has tampered with the database. */
export class AddressTampered extends Error {
  constructor(network: Network, customerId: number) {
    super(`the ${network} deposit address of customer ${customerId} does not follow from the operator's key`);
    this.name = 'AddressTampered';
  }
}

/**
 * Deposit addresses: one per customer, network and kind of address, permanently. Indices are assigned in order at the
 * first request for an address, so that the operator's wallet finds all of them within its gap limit. With a new key
 * they start at 0 again; addresses of earlier keys stay ours.
 */
export class DepositAddresses {
  readonly #pool: pg.Pool;
  readonly #keys: Readonly<Record<Network, DepositKey>>;
  readonly #now: () => number;

  constructor(pool: pg.Pool, keys: Readonly<Record<Network, DepositKey>>, now: () => number) {
    this.#pool = pool;
    this.#keys = keys;
    this.#now = now;
  }

  /**
   * The customer's address for a currency on a network.
   *
   * @throws when the currency does not travel there, or `AddressTampered`.
   */
  async addressFor(customerId: number, network: Network, currencyId: number): Promise<DepositAddress> {
    const key = this.#keys[network];
    const kind = depositKind(key, currencyId);
    const found = await this.#find(this.#pool, key, kind, customerId);
    return found ?? inTransaction(this.#pool, client => this.#create(client, key, kind, customerId));
  }

  /** The customer whose deposit address it is, or null. In any spelling that `checkAddress` accepts. */
  async ownerOf(network: Network, written: string): Promise<number | null> {
    const check = checkAddress(network, written, { bitcoin: this.#keys[network].bitcoin });
    if (!check.ok) return null;
    const { rows } = await this.#pool.query<{ customer_id: number }>(
      'select customer_id from chain_addresses where network = $1 and address_key = $2',
      [network, addressKey(network, check.address)],
    );
    return rows[0]?.customer_id ?? null;
  }

  async #find(
    client: pg.Pool | pg.ClientBase,
    key: DepositKey,
    kind: AddressKind,
    customerId: number,
  ): Promise<DepositAddress | null> {
    const { rows } = await client.query<{ address: string; address_key: string; address_index: number }>(
      `select address, address_key, address_index from chain_addresses
       where network = $1 and kind = $2 and key_id = $3 and customer_id = $4`,
      [key.network, kind, key.id, customerId],
    );
    const [row] = rows;
    if (row === undefined) return null;
    // Derived again each time, so that writing into the table cannot redirect deposits.
    const address = deriveAddress(key, kind, row.address_index);
    const intact = row.address === address && row.address_key === addressKey(key.network, address);
    if (!intact) throw new AddressTampered(key.network, customerId);
    return { network: key.network, address, kind, index: row.address_index };
  }

  async #create(
    client: pg.ClientBase,
    key: DepositKey,
    kind: AddressKind,
    customerId: number,
  ): Promise<DepositAddress> {
    const { network, id } = key;
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, `${network} ${kind} ${id}`]);
    const found = await this.#find(client, key, kind, customerId);
    if (found !== null) return found;
    const { rows } = await client.query<{ next: number }>(
      `select coalesce(max(address_index) + 1, 0) as next from chain_addresses
       where network = $1 and kind = $2 and key_id = $3`,
      [network, kind, id],
    );
    const index = rows[0]?.next ?? 0;
    const address = deriveAddress(key, kind, index);
    await client.query(
      `insert into chain_addresses
         (network, address_key, address, kind, key_id, address_index, customer_id, created_at_ms)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [network, addressKey(network, address), address, kind, id, index, customerId, this.#now()],
    );
    return { network, address, kind, index };
  }
}
