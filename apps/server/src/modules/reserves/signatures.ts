import { DAY_MS } from '@tallystick/core/durations';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { readReserveMessage, reserveMessage } from '@tallystick/verify/reserves/message';
import { SIGNATURE_COUNTS_MS } from '@tallystick/verify/reserves/signed-address';
import { isSignedBy, type SignatureFormat } from '@tallystick/verify/reserves/signed-message';
import { isAddress, verifyMessage, type Address, type Hex } from 'viem';
import { z } from 'zod';
import type pg from 'pg';
import type { AuditLog } from '../../audit-log/audit-log.ts';
import type { Chains } from '../../chains/chains.ts';
import { isNetwork, tokensOn, type Network } from '../../chains/networks.ts';
import { addressKey } from '../../chains/watcher/chain-source.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Operator } from '../../http/operator.ts';
import { MOST_OTHER_ADDRESSES, OLDEST_MESSAGE_MS } from './limits.ts';
import * as store from './store.ts';

type Faults = DeskOutput<'POST desk/reserve_signatures'>['faults'];
type FaultCode = Faults[number]['code'];
type Taken = Omit<store.Signature, 'id' | 'importedBy' | 'importedAtMs'>;

export interface ReserveSignaturesOptions {
  readonly pool: pg.Pool;
  readonly chains: Pick<Chains, 'custody' | 'addresses' | 'checkAddress'>;
  /** Of the exchange's logs. */
  readonly origin: string;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly now: () => number;
}

const LONGEST_SHOWN = 200;
const MOST_ENTRIES = 200;

const signedFile = z.object({
  signed: z
    .array(z.object({ message: z.string().max(1_000), signature: z.string().max(1_000) }))
    .min(1)
    .max(MOST_ENTRIES),
});

/** Networks whose addresses can sign messages that anybody can verify, and how. */
const FORMATS: Readonly<Partial<Record<Network, readonly SignatureFormat[]>>> = {
  ERC20: ['eip191'],
  BEP20: ['eip191'],
  OMNI: ['bip322', 'bitcoin_message'],
};

/** Networks of ours whose addresses can sign. */
export function signingNetworks(chains: ReserveSignaturesOptions['chains']): Network[] {
  return chains.custody.map(({ network }) => network).filter(network => FORMATS[network] !== undefined);
}

/** Messages that the keys of our addresses sign elsewhere, as they sign transactions: no key is ever here. */
export class ReserveSignatures {
  readonly #options: ReserveSignaturesOptions;

  constructor(options: ReserveSignaturesOptions) {
    this.#options = options;
  }

  /**
   * The file for the signers: a message for each custody address, or for one other address of a network.
   *
   * @throws CallFailure address_invalid
   */
  async file(other: { readonly network: Network; readonly address: string } | null) {
    const { pool, chains, origin, now } = this.#options;
    const newest = await store.newestRecord(pool);
    const day = new Date(now()).toISOString().slice(0, 10);
    const after = newest && { number: newest.number, hash: newest.hash };
    const addresses =
      other === null
        ? signingNetworks(chains).flatMap(network =>
            this.#custodyAddresses(network).map(address => ({ network, address })),
          )
        : [{ network: other.network, address: this.#spelled(other.network, other.address) }];
    const content = {
      format: 'tallystick-reserve-messages-1',
      return:
        'a JSON file {"signed": [{"message": "…", "signature": "…"}, …]}, each message as it stands here, signed by ' +
        'the key of its address: on EVM chains as personal_sign does (EIP-191), on Bitcoin by signmessage or BIP-322',
      messages: addresses.map(one => ({ ...one, message: reserveMessage({ origin, ...one, day, after }) })),
    };
    return {
      name: `reserve-messages-${day}.json`,
      type: 'application/json',
      content: `${JSON.stringify(content, null, 2)}\n`,
    };
  }

  /** Takes in what the signers gave back: all of it, or, if anything is wrong, nothing. */
  async import(
    content: string,
    operator: Operator,
  ): Promise<{ readonly imported: number; readonly faults: Faults }> {
    const { pool, audit, now } = this.#options;
    const entries = readFile(content);
    if (entries === null) return { imported: 0, faults: [fault(null, 'unreadable', content)] };
    const faults: Faults = [];
    const taken: Taken[] = [];
    const others = await this.#others();
    for (const [place, entry] of entries.entries()) {
      const checked = await this.#check(entry);
      if ('code' in checked) {
        faults.push(fault(place, checked.code, checked.found));
        continue;
      }
      taken.push(checked);
      if (!this.#isCustody(checked.network, checked.addressKey)) others.add(otherKey(checked));
      if (others.size > MOST_OTHER_ADDRESSES) faults.push(fault(place, 'too_many', checked.address));
    }
    await inTransaction(pool, async client => {
      if (faults.length === 0) {
        for (const one of taken) {
          await store.insertSignature(client, { ...one, importedBy: operator.id, importedAtMs: now() });
        }
      }
      await audit.write(client, operator, {
        action: faults.length === 0 ? 'reserves.signatures' : 'reserves.signatures_refused',
        subject: 'reserves',
        before: null,
        after: faults.length === 0 ? taken.map(({ network, address }) => ({ network, address })) : faults,
      });
    });
    return { imported: faults.length === 0 ? taken.length : 0, faults };
  }

  async #check({
    message,
    signature,
  }: {
    readonly message: string;
    readonly signature: string;
  }): Promise<Taken | { readonly code: FaultCode; readonly found: string }> {
    const { pool, chains, origin, now } = this.#options;
    const read = readReserveMessage(message);
    if (read === null) return { code: 'message', found: message };
    const { network, address, after } = read;
    const formats = isNetwork(network) && signingNetworks(chains).includes(network) ? FORMATS[network] : null;
    if (!isNetwork(network) || !formats) return { code: 'network', found: network };
    if (read.origin !== origin) return { code: 'origin', found: read.origin };
    const dayMs = Date.parse(`${read.day}T00:00:00Z`);
    if (dayMs > now() || dayMs < now() - OLDEST_MESSAGE_MS - DAY_MS) return { code: 'day', found: read.day };
    const named = after && (await store.publicRecord(pool, after.number));
    if (after !== null && named?.hash !== after.hash) return { code: 'record', found: String(after.number) };
    // Whoever names none must have signed before there was one.
    if (after === null && (await store.newestRecord(pool)) !== null) return { code: 'record', found: 'none' };
    const key = addressKey(network, address);
    const isCustody = this.#isCustody(network, key);
    // What a customer has paid in is counted where custody counts it.
    if (!isCustody && (await chains.addresses.isOurs(network, address))) {
      return { code: 'deposit_address', found: address };
    }
    // Of other Bitcoin addresses nobody has looked for payments since the beginning.
    if (!isCustody && tokensOn(network) !== 'evm') return { code: 'network', found: address };
    const format = await signedFormat(formats, address, message, signature);
    if (format === null) return { code: 'signature', found: address };
    return { network, address, addressKey: key, format, message, signature, dayMs };
  }

  /** Other addresses whose signatures count now. */
  async #others(): Promise<Set<string>> {
    const { pool, now } = this.#options;
    const counting = (await store.newestSignatures(pool)).filter(
      one => one.dayMs > now() - SIGNATURE_COUNTS_MS && !this.#isCustody(one.network, one.addressKey),
    );
    return new Set(counting.map(otherKey));
  }

  #isCustody(network: Network, key: string): boolean {
    return this.#custodyAddresses(network).some(one => addressKey(network, one) === key);
  }

  #custodyAddresses(network: Network): readonly string[] {
    const chain = this.#options.chains.custody.find(one => one.network === network);
    return chain === undefined ? [] : [chain.hot, ...chain.cold];
  }

  #spelled(network: Network, address: string): string {
    const chain = this.#options.chains.custody.find(one => one.network === network);
    const check = chain && this.#options.chains.checkAddress(network, address, chain.coin);
    if (!check?.ok) throw new CallFailure('address_invalid', { field: 'address' });
    return check.address;
  }
}

/** EVM signatures are verified by another library than the one that browsers have: both must agree. */
async function signedFormat(
  formats: readonly SignatureFormat[],
  address: string,
  message: string,
  signature: string,
): Promise<SignatureFormat | null> {
  const format = formats.find(one => isSignedBy(one, address, message, signature)) ?? null;
  if (format !== 'eip191') return format;
  if (!isAddress(address, { strict: false })) return null;
  const isSigned = await verifyMessage({
    address: address.toLowerCase() as Address,
    message,
    signature: signature as Hex,
  });
  return isSigned ? format : null;
}

function otherKey({ network, addressKey: key }: Pick<Taken, 'network' | 'addressKey'>): string {
  return `${network} ${key}`;
}

function readFile(content: string): z.output<typeof signedFile>['signed'] | null {
  try {
    return signedFile.parse(JSON.parse(content)).signed;
  } catch {
    // No JSON, or of another shape: either way no file of signed messages.
    return null;
  }
}

function fault(place: number | null, code: FaultCode, found: string): Faults[number] {
  return { place, code, found: found.slice(0, LONGEST_SHOWN) };
}
