import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import type { Chains } from '../../chains/chains.ts';
import type { DepositAddresses } from '../../chains/deposit-addresses.ts';
import { networksOf, type Network } from '../../chains/networks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { lockCustomer } from '../account/lock.ts';
import type { Vault } from '../../vault/vault.ts';
import type { CustomerNews } from '../notification/customer-news.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { readLine } from '../../http/text-line.ts';
import * as store from './address-store.ts';
import type { SavedAddress } from './address-store.ts';
import type { Tryer } from '../security/tries.ts';
import { checkProof, type AuthoritySource, type Proof } from '../security/authority.ts';
import { shortDestination } from '../bank/destination.ts';

export interface AddressBookOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly units: MarketUnitsTable;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly chains: Pick<Chains, 'checkAddress'> & { readonly addresses: Pick<DepositAddresses, 'ownerOf'> };
  readonly security: AuthoritySource;
  readonly news: CustomerNews;
  readonly now: () => number;
}

export type NewAddress = Pick<OpenAddress, 'currencyId' | 'network' | 'address' | 'label'>;

/** A decrypted address of the book. */
export interface OpenAddress extends Omit<SavedAddress, 'sealed'> {
  readonly address: string;
  readonly label: string;
}

export const MOST_ADDRESSES = 50;
const LONGEST_LABEL = 40;

/** The customer's address book: withdrawals go only to its addresses. They are stored sealed. */
export class AddressBook {
  readonly #options: AddressBookOptions;

  constructor(options: AddressBookOptions) {
    this.#options = options;
  }

  async list(
    customerId: number,
    only: { readonly currencyId?: number | undefined; readonly network?: Network | undefined },
  ): Promise<OpenAddress[]> {
    const rows = await store.listAddresses(this.#options.pool, customerId, only);
    return rows.map(row => this.#open(row));
  }

  /** Errors in the address itself are reported before any code is used. */
  async add(by: Tryer, wanted: NewAddress, proof: Proof): Promise<OpenAddress> {
    const { pool, vault, units, settings, security, news, now } = this.#options;
    const { customerId } = by;
    const currency = units.currency(wanted.currencyId);
    const { network } = wanted;
    if (!networksOf(currency.id).includes(network)) {
      throw new CallFailure('network_unknown', { field: 'network' });
    }
    const address = await this.#check(network, wanted.address, currency.id);
    const label = readLine(wanted.label, LONGEST_LABEL);
    if (label === null) throw new CallFailure('label_invalid', { field: 'label' });
    const prints = printsOf(vault, network, address);
    await this.#refuseAnother(pool, customerId, currency.id, prints);
    const useProof = await checkProof(security, by, 'address', proof);
    const values = { address: shortDestination(address), network, currency: currency.code };
    const saved = await inTransaction(pool, async client => {
      await lockCustomer(client, customerId);
      await this.#refuseAnother(client, customerId, currency.id, prints);
      await useProof(client);
      const id = await nextId(client, 'withdrawal_addresses');
      const createdAtMs = now();
      const row = {
        id,
        customerId,
        currencyId: currency.id,
        network,
        sealed: vault.seal(contextOf(id), JSON.stringify({ address, label })),
        usableFromMs: createdAtMs + settings.get('withdrawal_limits').address_cooling_hours * HOUR_MS,
        createdAtMs,
      };
      await store.insertAddress(client, row, prints[0]);
      await news.write(client, customerId, 'addressAdded', values);
      return row;
    });
    news.wake();
    return this.#open(saved);
  }

  /** Throws address_unknown, also for another customer's address. */
  async remove(customerId: number, id: number): Promise<void> {
    const { pool, now } = this.#options;
    if (!(await store.removeAddress(pool, customerId, id, now()))) throw unknown();
  }

  /** The customer's address, if it can be used now. Throws address_unknown, address_cooling (with `until_ms`). */
  async usable(customerId: number, id: number, currencyId: number): Promise<OpenAddress> {
    const { pool, now } = this.#options;
    const saved = await store.findAddress(pool, customerId, id);
    if (saved?.currencyId !== currencyId) throw unknown();
    if (saved.usableFromMs > now()) {
      throw new CallFailure('address_cooling', { field: 'address_id', until_ms: saved.usableFromMs });
    }
    return this.#open(saved);
  }

  async count(customerId: number, currencyId: number): Promise<number> {
    return (await store.listAddresses(this.#options.pool, customerId, { currencyId })).length;
  }

  /** Whether another customer has, or had, the same address. */
  isShared({ customerId, network, address }: OpenAddress): Promise<boolean> {
    const { pool, vault } = this.#options;
    return store.isShared(pool, customerId, printsOf(vault, network, address));
  }

  /** In its normal spelling. Throws the address's error. */
  async #check(network: Network, written: string, currencyId: number): Promise<string> {
    const { chains } = this.#options;
    const field = 'address';
    const check = chains.checkAddress(network, written, currencyId);
    if (!check.ok) throw new CallFailure(check.code, { field, looks_like: check.looksLike ?? undefined });
    if ((await chains.addresses.ownerOf(network, check.address)) !== null) {
      throw new CallFailure('address_is_deposit', { field });
    }
    return check.address;
  }

  async #refuseAnother(
    db: store.Queries,
    customerId: number,
    currencyId: number,
    prints: readonly Buffer[],
  ): Promise<void> {
    if (await store.hasAddress(db, customerId, currencyId, prints)) {
      throw new CallFailure('address_exists', { field: 'address' });
    }
    if ((await store.listAddresses(db, customerId)).length >= MOST_ADDRESSES) {
      throw new CallFailure('too_many_addresses', { maximum: MOST_ADDRESSES });
    }
  }

  #open({ sealed, ...saved }: SavedAddress): OpenAddress {
    const opened = JSON.parse(this.#options.vault.openText(contextOf(saved.id), sealed)) as {
      address: string;
      label: string;
    };
    return { ...saved, ...opened };
  }
}

function contextOf(id: number): string {
  return `withdrawal_address:${id}`;
}

function printsOf(vault: Vault, network: Network, address: string): readonly [Buffer, ...Buffer[]] {
  return vault.fingerprints('withdrawal address', `${network}:${address}`);
}

function unknown(): CallFailure {
  return new CallFailure('address_unknown', { field: 'address_id' });
}
