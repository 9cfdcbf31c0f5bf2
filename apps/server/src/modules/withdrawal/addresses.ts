import { HOUR_MS } from '@tallystick/core/durations';
import { MEMO_NETWORKS } from '@tallystick/protocol/networks';
import type pg from 'pg';
import { nextId } from '../../database/rows.ts';
import type { Chains } from '../../chains/chains.ts';
import type { DepositAddresses } from '../../chains/deposit-addresses.ts';
import { readDestinationTag } from '../../chains/addresses/xrp.ts';
import type { Network } from '../../chains/networks.ts';
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
  readonly chains: Pick<Chains, 'checkAddress' | 'assets'> & {
    readonly addresses: Pick<DepositAddresses, 'isOurs'>;
  };
  readonly security: AuthoritySource;
  readonly news: CustomerNews;
  readonly now: () => number;
}

export interface NewAddress extends Pick<OpenAddress, 'currencyId' | 'network' | 'address' | 'label'> {
  /** As typed; empty: none was. */
  readonly memo: string;
  /** The customer says that the address needs none. */
  readonly noMemo: boolean;
}

/** A decrypted address of the book. */
export interface OpenAddress extends Omit<SavedAddress, 'sealed'> {
  readonly address: string;
  /** What is sent along, on networks where addresses are shared; null: nothing. */
  readonly memo: string | null;
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
    const { pool, vault, units, settings, chains, security, news, now } = this.#options;
    const { customerId } = by;
    const currency = units.currency(wanted.currencyId);
    const { network } = wanted;
    if (!chains.assets.networksOf(currency.id).includes(network)) {
      throw new CallFailure('network_unknown', { field: 'network' });
    }
    const { address, memo } = await this.#check(wanted, currency.id);
    const label = readLine(wanted.label, LONGEST_LABEL);
    if (label === null) throw new CallFailure('label_invalid', { field: 'label' });
    const prints = printsOf(vault, { network, address, memo });
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
        sealed: vault.seal(contextOf(id), JSON.stringify({ address, memo, label })),
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
  isShared(saved: OpenAddress): Promise<boolean> {
    const { pool, vault } = this.#options;
    return store.isShared(pool, saved.customerId, printsOf(vault, saved));
  }

  /** In its normal spelling. Throws the address's error, memo_required, memo_invalid. */
  async #check(wanted: NewAddress, currencyId: number): Promise<Pick<OpenAddress, 'address' | 'memo'>> {
    const { chains } = this.#options;
    const { network } = wanted;
    const field = 'address';
    const check = chains.checkAddress(network, wanted.address, currencyId);
    if (!check.ok) throw new CallFailure(check.code, { field, looks_like: check.looksLike ?? undefined });
    if (await chains.addresses.isOurs(network, check.address)) {
      throw new CallFailure('address_is_deposit', { field });
    }
    return { address: check.address, memo: memoOf(wanted, check.memo) };
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
      /** Missing in what was saved before there were memos. */
      memo?: string | null;
      label: string;
    };
    return { ...saved, ...opened, memo: opened.memo ?? null };
  }
}

export function contextOf(id: number): string {
  return `withdrawal_address:${id}`;
}

type Place = Pick<OpenAddress, 'network' | 'address' | 'memo'>;

/** By which an equal address is found among sealed ones; newest key first. */
export function printsOf(vault: Vault, { network, address, memo }: Place): readonly [Buffer, ...Buffer[]] {
  const place = `${network}:${address}`;
  return vault.fingerprints('withdrawal address', memo === null ? place : `${place}:${memo}`);
}

/**
 * What is sent along: typed, or part of the address. Money without the memo that a shared address needs is lost to its
 * owner, so leaving it out has to be said.
 */
function memoOf({ network, memo: written, noMemo }: NewAddress, contained: string | null): string | null {
  const field = 'memo';
  if (!MEMO_NETWORKS.includes(network)) {
    if (written !== '' || noMemo) throw new CallFailure('invalid_input', { field });
    return null;
  }
  const typed = written === '' ? null : readDestinationTag(written);
  if (written !== '' && typed === null) throw new CallFailure('memo_invalid', { field });
  const memo = typed ?? contained;
  const isTwo = typed !== null && contained !== null && typed !== contained;
  if (isTwo || (noMemo && memo !== null)) throw new CallFailure('memo_invalid', { field });
  if (memo === null && !noMemo) throw new CallFailure('memo_required', { field });
  return memo;
}

function unknown(): CallFailure {
  return new CallFailure('address_unknown', { field: 'address_id' });
}
