import { CHANNELS, PLATFORM_OWNER, type PlatformAccount, type ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import { BANK } from '@tallystick/verify/public-log/reserves-form';
import { SIGNATURE_COUNTS_MS } from '@tallystick/verify/reserves/signed-address';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Chains } from '../../chains/chains.ts';
import type { CustodyChain } from '../../chains/custody/custody-chain.ts';
import { custodyOf } from '../../chains/custody.ts';
import { NETWORKS, type Network } from '../../chains/networks.ts';
import { addressKey } from '../../chains/watcher/chain-source.ts';
import { unitsPerMinor } from '../../chains/watcher/judge.ts';
import { moneyDecimals } from '../bank/rate.ts';
import { positions, type Position } from '../custody/positions.ts';
import { STATEMENT_COUNTS_MS } from './limits.ts';
import * as store from './store.ts';
import type { Signature } from './store.ts';

type Body = RecordBody<'reserves'>;
export type Asset = Body['assets'][number];
type Unproven = Body['unproven'][number];

export interface ReserveAssetsOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'currencies' | 'currency' | 'balance'>;
  readonly chains: Pick<Chains, 'custody'>;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** The networks by their channels of the ledger: all but the bank's. */
const NETWORK_OF = new Map(
  (Object.keys(NETWORKS) as Network[]).map(network => [custodyOf(network), network] as const),
);

const NO_FIELDS = {
  address: null,
  format: null,
  message: null,
  signature: null,
  block: null,
  account: null,
  money: null,
  rate: null,
  document: null,
} as const;

/** The house's own accounts in the ledger, besides market makers: claims on the same assets. */
const HOUSE_ACCOUNTS = {
  treasury: 'treasury',
  insurance: 'insurance',
  optionPool: 'option_pool',
  fees: 'fees',
  trustEscrow: 'trust_escrow',
  issuer: 'issuer',
} as const satisfies Partial<Record<PlatformAccount, string>>;

/** What lies where, as it is published: see the record `reserves` of the public log. */
export class ReserveAssets {
  readonly #options: ReserveAssetsOptions;

  constructor(options: ReserveAssetsOptions) {
    this.#options = options;
  }

  /**
   * All that can be shown now. A chain whose node cannot be asked is shown as it was observed last, with the time. Rejects
   * only when the database cannot be asked.
   */
  async all(): Promise<Pick<Body, 'assets' | 'unproven' | 'house'>> {
    const { pool, chains } = this.#options;
    const signatures = await store.newestSignatures(pool);
    const assets: Asset[] = [];
    const observed = new Set<string>();
    for (const chain of chains.custody) {
      const compared = await positions(pool, chain.network);
      for (const { network, currencyId } of compared) observed.add(placeOf(network, currencyId));
      const held = await this.#held(chain, compared, signatures);
      assets.push(...held, ...(await this.#others(chain, compared, signatures, held)));
    }
    const statements = this.#withinLedger(await this.#statements());
    assets.push(...statements);
    return { assets, unproven: this.#unproven(observed, statements), house: this.#house() };
  }

  /** Hot and cold addresses one by one, and the sum of all deposit addresses. */
  async #held(
    chain: CustodyChain,
    compared: readonly Position[],
    signatures: readonly Signature[],
  ): Promise<Asset[]> {
    const { network } = chain;
    const held = await store.heldOn(this.#options.pool, network);
    return held.flatMap(({ addressKey: key, currencyId, holder, amount, blockNumber }) => {
      const position = compared.find(one => one.currencyId === currencyId);
      if (position === undefined) return [];
      const address = [chain.hot, ...chain.cold].find(one => addressKey(network, one) === key) ?? null;
      const signed = address === null ? null : this.#signed(signatures, network, key);
      const minor = this.#toMinor(network, currencyId, amount);
      return minor === 0n
        ? []
        : [
            {
              ...NO_FIELDS,
              ...this.#currency(currencyId),
              network,
              amount: String(minor),
              proof: signed === null ? 'observed' : 'signed',
              owner: 'customers',
              place: holder === 'deposit' ? 'deposits' : holder,
              address: address ?? (key === '' ? null : key),
              ...signatureOf(signed),
              block: blockNumber,
              at_ms: position.atMs,
            } as const,
          ];
    });
  }

  /** What lies at other addresses that have signed: the house's own. */
  async #others(
    chain: CustodyChain,
    compared: readonly Position[],
    signatures: readonly Signature[],
    held: readonly Asset[],
  ): Promise<Asset[]> {
    const { network } = chain;
    // Those of custody, of earlier settings too: nothing is counted twice.
    const addresses = [chain.hot, ...chain.cold, ...held.flatMap(({ address }) => address ?? [])];
    const own = new Set(addresses.map(address => addressKey(network, address)));
    const others = signatures.filter(
      one => one.network === network && !own.has(one.addressKey) && this.#counts(one),
    );
    const block = Math.max(0, ...compared.map(one => one.blockNumber));
    if (others.length === 0 || block === 0) return [];
    const asked = others.map(({ address }) => ({ holder: 'cold', address }) as const);
    try {
      const balances = await chain.balances(asked, block);
      return balances.flatMap(({ address, currencyId, amount }) => {
        const minor = this.#toMinor(network, currencyId, amount);
        const signed = others.find(one => one.address === address) ?? null;
        return minor === 0n
          ? []
          : [
              {
                ...NO_FIELDS,
                ...this.#currency(currencyId),
                network,
                amount: String(minor),
                proof: 'signed',
                owner: 'house',
                place: 'other',
                address,
                ...signatureOf(signed),
                block,
                at_ms: this.#options.now(),
              } as const,
            ];
      });
    } catch (error) {
      // They count for nothing that customers are owed: what is shown of custody must not wait for them.
      this.#options.log.warn({ err: error, network }, 'other signed addresses could not be observed');
      return [];
    }
  }

  async #statements(): Promise<Asset[]> {
    const { pool, now } = this.#options;
    const newest = await store.newestStatements(pool);
    return newest
      .filter(one => one.asOfMs > now() - STATEMENT_COUNTS_MS && one.amountMinor > 0n)
      .map(one => ({
        ...NO_FIELDS,
        ...this.#currency(one.currencyId),
        network: BANK,
        amount: String(one.amountMinor),
        proof: 'statement',
        owner: one.holder,
        place: 'bank',
        account: one.account,
        money: `${formatMinor(one.moneyMinor, moneyDecimals(one.money))} ${one.money}`,
        rate: withoutZeros(one.rate),
        document: one.documentSha256,
        at_ms: one.asOfMs,
      }));
  }

  /**
   * Of accounts that are said to be the customers', no more counts than the ledger says is at banks: what is beyond is the
   * house's own, or is on its way to where it is counted already.
   */
  #withinLedger(statements: readonly Asset[]): Asset[] {
    const rest = new Map<string, bigint>();
    return statements.flatMap((asset): Asset[] => {
      if (asset.owner !== 'customers') return [asset];
      const free = rest.get(asset.currency) ?? this.#atBanks(asset.currency);
      const minor = BigInt(asset.amount);
      const counted = minor < free ? minor : free;
      rest.set(asset.currency, free - counted);
      return [
        { ...asset, amount: String(counted) },
        { ...asset, amount: String(minor - counted), owner: 'house' as const },
      ].filter(({ amount }) => amount !== '0');
    });
  }

  /** What is at banks by the ledger, minor units. */
  #atBanks(code: string): bigint {
    const id = this.#options.exchange.currencies().find(one => one.code === code)!.id;
    const minor = -this.#ledger('bank', id);
    return minor > 0n ? minor : 0n;
  }

  /** What the ledger says is at chains nobody observes here, at the bank beyond its statements, or from nowhere. */
  #unproven(observed: ReadonlySet<string>, statements: readonly Asset[]): Unproven[] {
    return this.#options.exchange.currencies().flatMap(({ id, code, decimals }) => {
      const found: Unproven[] = [];
      const add = (place: string, minor: bigint): void => {
        if (minor > 0n) found.push({ currency: code, decimals, place, amount: String(minor) });
      };
      for (const channel of CHANNELS) {
        const network = NETWORK_OF.get(channel);
        if (network !== undefined && !observed.has(placeOf(network, id))) {
          add(network, -this.#ledger(channel, id));
        }
      }
      const shown = statements.filter(one => one.currency === code && one.owner === 'customers');
      add(BANK, this.#atBanks(code) - shown.reduce((sum, one) => sum + BigInt(one.amount), 0n));
      add('faucet', -this.#ledger('faucet', id));
      add('issuance', -this.#ledger('issuance', id));
      return found;
    });
  }

  #house(): Body['house'] {
    return this.#options.exchange.currencies().flatMap(({ id, code, decimals }) =>
      Object.entries(HOUSE_ACCOUNTS).flatMap(([account, name]) => {
        const minor = this.#ledger(account as PlatformAccount, id);
        return minor === 0n ? [] : [{ currency: code, decimals, name, amount: String(minor) }];
      }),
    );
  }

  #ledger(account: PlatformAccount, currencyId: number): bigint {
    const key = { ownerId: PLATFORM_OWNER, account, currencyId };
    const { availableMinor, frozenMinor } = this.#options.exchange.balance(key);
    return availableMinor + frozenMinor;
  }

  #signed(signatures: readonly Signature[], network: Network, key: string): Signature | null {
    return (
      signatures.find(one => one.network === network && one.addressKey === key && this.#counts(one)) ?? null
    );
  }

  #counts({ dayMs }: Signature): boolean {
    return dayMs > this.#options.now() - SIGNATURE_COUNTS_MS;
  }

  #currency(currencyId: number): { readonly currency: string; readonly decimals: number } {
    const { code, decimals } = this.#options.exchange.currency(currencyId)!;
    return { currency: code, decimals };
  }

  /** Decimals that the ledger does not have are left away. */
  #toMinor(network: Network, currencyId: number, amount: bigint): bigint {
    const { decimals } = this.#currency(currencyId);
    return amount / unitsPerMinor(network, currencyId, decimals);
  }
}

function placeOf(network: Network, currencyId: number): string {
  return `${network} ${currencyId}`;
}

function signatureOf(signed: Signature | null) {
  return signed === null
    ? {}
    : { format: signed.format, message: signed.message, signature: signed.signature };
}

/** PostgreSQL gives a numeric all of its decimals. */
function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
