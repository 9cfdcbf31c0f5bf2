import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import type { AddressSource, GivenAddress } from './addresses/address-source.ts';
import { BITCOIN_MAIN, type BitcoinNetworkParameters } from './addresses/bitcoin-networks.ts';
import { checkAddress } from './addresses/check-address.ts';
import type { Assets } from './assets.ts';
import type { AddressKind, Network } from './networks.ts';
import { addressKey } from './watcher/chain-source.ts';

/** Any constant works that no other two-part advisory lock uses. */
const LOCK = 7_146_340;

export interface DepositAddress extends GivenAddress {
  readonly network: Network;
  readonly kind: AddressKind;
  /** The child of the operator's key (`…/0/<index>`), or the place in the operator's list. */
  readonly index: number;
}

/** The operator has given no addresses for the network, or all of them have an owner. */
export class NoAddressLeft extends Error {
  constructor(network: Network) {
    super(`there is no deposit address left on ${network}: give more addresses in the settings`);
    this.name = 'NoAddressLeft';
  }
}

/**
 * On the chain named first each customer has the address they have on the other one, so that what is sent on the wrong
 * one is not another's. The rows of both are written at once: either chain's watcher sees what arrives.
 */
const TWINS: Readonly<Partial<Record<Network, Network>>> = { BEP20: 'ERC20' };

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
  readonly #sources: AddressSources;
  readonly #assets: Assets;
  readonly #bitcoin: BitcoinNetworkParameters;
  readonly #now: () => number;

  /** @param bitcoin of the addresses' form, by default Bitcoin's own. */
  constructor(
    pool: pg.Pool,
    sources: AddressSources,
    assets: Assets,
    now: () => number,
    bitcoin: BitcoinNetworkParameters = BITCOIN_MAIN,
  ) {
    this.#pool = pool;
    this.#bitcoin = bitcoin;
    this.#sources = sources;
    this.#assets = assets;
    this.#now = now;
  }

  /** Whether the operator has given addresses for the network. */
  isOpen(network: Network): boolean {
    return this.#sources[network] !== undefined;
  }

  /**
   * The customer's address for a currency on a network.
   *
   * @throws when the currency does not travel there, `NoAddressLeft`, or `AddressTampered`.
   */
  async addressFor(customerId: number, network: Network, currencyId: number): Promise<DepositAddress> {
    const asset = this.#assets.find(network, currencyId);
    if (asset === null) throw new Error(`currency ${currencyId} does not travel on ${network}`);
    return this.#ofKind(customerId, network, asset.depositKind);
  }

  async #ofKind(customerId: number, network: Network, kind: AddressKind): Promise<DepositAddress> {
    const source = this.#sources[network];
    if (source === undefined) throw new NoAddressLeft(network);
    const found = await this.#find(this.#pool, source, kind, customerId);
    if (found !== null) return found;
    const twin = TWINS[network];
    const index = twin === undefined ? null : (await this.#ofKind(customerId, twin, kind)).index;
    return inTransaction(this.#pool, client => this.#create(client, source, kind, customerId, index));
  }

  /** Whether it is a deposit address, whoever's. In any spelling that `checkAddress` accepts. */
  async isOurs(network: Network, written: string): Promise<boolean> {
    const check = checkAddress(network, written, { bitcoin: this.#bitcoin });
    if (!check.ok) return false;
    const { rowCount } = await this.#pool.query(
      `select from chain_addresses
        where network = $1 and (address_key = $2 or (memo is not null and address = $3)) limit 1`,
      [network, addressKey(network, check.address), check.address],
    );
    return rowCount !== 0;
  }

  async #find(
    client: pg.Pool | pg.ClientBase,
    source: AddressSource,
    kind: AddressKind,
    customerId: number,
  ): Promise<DepositAddress | null> {
    const { network } = source;
    const { rows } = await client.query<AddressRow>(
      `select address, address_key, memo, address_index from chain_addresses
       where network = $1 and kind = $2 and key_id = $3 and customer_id = $4`,
      [network, kind, source.id, customerId],
    );
    const [row] = rows;
    if (row === undefined) return null;
    // Derived again each time, so that writing into the table cannot redirect deposits.
    const given = source.at(kind, row.address_index);
    const isIntact =
      given !== null &&
      row.address === given.address &&
      row.memo === given.memo &&
      row.address_key === keyOf(network, given);
    if (!isIntact) throw new AddressTampered(network, customerId);
    return { ...given, network, kind, index: row.address_index };
  }

  /** @param fixedIndex the index of the same address on another chain. */
  async #create(
    client: pg.ClientBase,
    source: AddressSource,
    kind: AddressKind,
    customerId: number,
    fixedIndex: number | null,
  ): Promise<DepositAddress> {
    const { network, id } = source;
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK, `${network} ${kind} ${id}`]);
    const found = await this.#find(client, source, kind, customerId);
    if (found !== null) return found;
    const index = fixedIndex ?? (await nextIndex(client, source, kind));
    const given = source.at(kind, index);
    if (given === null) throw new NoAddressLeft(network);
    await client.query(
      `insert into chain_addresses
         (network, address_key, address, memo, kind, key_id, address_index, customer_id, created_at_ms)
       select unnest($1::text[]), $2, $3, $4, $5, $6, $7, $8, $9`,
      [
        [network, ...this.#twinsOf(source)],
        keyOf(network, given),
        given.address,
        given.memo,
        kind,
        id,
        index,
        customerId,
        this.#now(),
      ],
    );
    return { ...given, network, kind, index };
  }

  /** Networks whose addresses are the same ones. */
  #twinsOf({ network, id }: AddressSource): Network[] {
    const twins = (Object.keys(TWINS) as Network[]).filter(twin => TWINS[twin] === network);
    return twins.filter(twin => this.#sources[twin]?.id === id);
  }
}

export type AddressSources = Readonly<Partial<Record<Network, AddressSource>>>;

interface AddressRow {
  readonly address: string;
  readonly address_key: string;
  readonly memo: string | null;
  readonly address_index: number;
}

async function nextIndex(
  client: pg.ClientBase,
  { network, id }: AddressSource,
  kind: AddressKind,
): Promise<number> {
  const { rows } = await client.query<{ next: number }>(
    `select coalesce(max(address_index) + 1, 0) as next from chain_addresses
     where network = $1 and kind = $2 and key_id = $3`,
    [network, kind, id],
  );
  return rows[0]?.next ?? 0;
}

/** Takes apart what `keyOf` has put together for an address that is shared; any other as it is. */
export function placeOf(key: string): GivenAddress {
  const [address = '', memo = null] = key.split(':');
  return { address, memo };
}

/** Of a customer's part of a shared address, too. */
function keyOf(network: Network, { address, memo }: GivenAddress): string {
  const key = addressKey(network, address);
  return memo === null ? key : `${key}:${memo}`;
}
