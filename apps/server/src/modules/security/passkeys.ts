import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { maskContact } from '../account/contact.ts';
import { contactsOf } from '../account/store.ts';
import type { Challenges } from './challenges.ts';
import { passkeyFailed, readAssertion, readRegistration } from './credential-json.ts';
import type { Hold, Holds } from './holds.ts';
import * as store from './passkey-store.ts';
import type { Passkey } from './passkey-store.ts';
import type { PasswordProof } from './password-proof.ts';
import type { RelyingParty } from './relying-party.ts';
import type { Messenger } from '../notification/messenger.ts';
import type { Tryer } from './tries.ts';
import { utcMinute } from '../../timekeeping/utc-minute.ts';

const MAXIMUM = 10;
const LONGEST_NAME = 40;
const UNNAMED = 'Passkey';

export interface PasskeysOptions {
  readonly pool: pg.Pool;
  readonly relyingParty: RelyingParty;
  readonly challenges: Challenges;
  readonly passwordProof: PasswordProof;
  readonly holds: Holds;
  readonly messenger: Messenger;
  readonly now: () => number;
}

/** With the first passkey that is asked for: every start would load its hundreds of modules. */
const webauthn = () => import('@simplewebauthn/server');

/** The browser's argument, as JSON. */
export type CredentialOptions = Record<string, unknown>;

/** Passkeys (WebAuthn): bound to our domain, so that a forged page cannot use them. */
export class Passkeys {
  readonly #options: PasskeysOptions;

  constructor(options: PasskeysOptions) {
    this.#options = options;
  }

  list(customerId: number): Promise<Passkey[]> {
    return store.passkeysOf(this.#options.pool, customerId);
  }

  /** With the login password. Throws too_many_passkeys. */
  async optionsToAdd(by: Tryer, password: string): Promise<CredentialOptions> {
    const { relyingParty, challenges, passwordProof } = this.#options;
    const customer = await passwordProof.check(by, password);
    const { customerId } = by;
    const own = await this.list(customerId);
    if (own.length >= MAXIMUM) throw new CallFailure('too_many_passkeys', { maximum: MAXIMUM });
    const [contact] = contactsOf(customer);
    const options = await (
      await webauthn()
    ).generateRegistrationOptions({
      rpName: relyingParty.name,
      rpID: relyingParty.id,
      userID: userHandleOf(customerId),
      userName: contact === undefined ? customer.nickname : maskContact(contact),
      userDisplayName: customer.nickname,
      excludeCredentials: own.map(credentialOf),
      // Stored on the device and unlocked by fingerprint, face or PIN: it replaces name and password.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await challenges.keep(options.challenge, 'add', customerId);
    return { ...options };
  }

  /** Throws passkey_failed or too_many_passkeys. */
  async add(customerId: number, credential: string, name: string): Promise<Passkey> {
    const { pool, relyingParty, challenges, messenger, now } = this.#options;
    const { json, challenge, origin } = readRegistration(credential);
    if (!relyingParty.accepts(origin) || !(await challenges.take(challenge, 'add', customerId))) {
      throw passkeyFailed();
    }
    const { verified, registrationInfo } = await orFailed(
      (await webauthn()).verifyRegistrationResponse({
        response: json,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: relyingParty.id,
        requireUserVerification: true,
      }),
    );
    if (!verified) throw passkeyFailed();
    const { credential: made, credentialBackedUp } = registrationInfo;
    const passkey = await inTransaction(pool, async client => {
      // One at a time: two at once would both pass the limit.
      await client.query('select 1 from customers where id = $1 for no key update', [customerId]);
      const added = await store.insertPasskey(
        client,
        {
          customerId,
          credentialId: made.id,
          publicKey: made.publicKey,
          counter: made.counter,
          transports: json.response.transports ?? [],
          synced: credentialBackedUp,
          name: cleanName(name),
          createdAtMs: now(),
        },
        MAXIMUM,
      );
      if (added !== null) await messenger.write(client, customerId, 'passkeyAdded', { name: added.name });
      return added;
    });
    if (passkey === null) throw new CallFailure('too_many_passkeys', { maximum: MAXIMUM });
    messenger.wake();
    return passkey;
  }

  /** Throws not_found for one that is not the customer's. */
  async rename(customerId: number, id: number, name: string): Promise<Passkey> {
    const renamed = await store.renamePasskey(this.#options.pool, customerId, id, cleanName(name));
    if (renamed === null) throw new CallFailure('not_found', { field: 'passkey_id' });
    return renamed;
  }

  /** With the login password; withdrawals go on hold. Throws not_found for one that is not the customer's. */
  async remove(by: Tryer, id: number, password: string): Promise<Hold> {
    const { pool, passwordProof, holds, messenger } = this.#options;
    await passwordProof.check(by, password);
    const { customerId } = by;
    const hold = await inTransaction(pool, async client => {
      const removed = await store.deletePasskey(client, customerId, id);
      if (removed === null) throw new CallFailure('not_found', { field: 'passkey_id' });
      const started = await holds.start(client, customerId, 'passkey');
      const values = { name: removed.name, until: utcMinute(started.untilMs) };
      await messenger.write(client, customerId, 'passkeyRemoved', values);
      return started;
    });
    messenger.wake();
    return hold;
  }

  /** For one customer (second step), or null for anybody with a passkey of ours. Throws passkey_failed if they have none. */
  async optionsToLogIn(customerId: number | null): Promise<CredentialOptions> {
    const own = customerId === null ? [] : await this.list(customerId);
    if (customerId !== null && own.length === 0) throw passkeyFailed();
    return this.#ask(own, 'login', customerId);
  }

  /** The customer whose passkey answered the challenge made for `customerId` (null: for anybody). Throws passkey_failed. */
  async verify(credential: string, customerId: number | null): Promise<number> {
    return (await this.#answered(credential, 'login', customerId)).customerId;
  }

  /** From when on a passkey proves that it is the customer: as long after it was made as withdrawals wait after a change. */
  provesFromMs({ createdAtMs }: Pick<Passkey, 'createdAtMs'>): number {
    return createdAtMs + this.#options.holds.hours * HOUR_MS;
  }

  /** To prove it instead of the authenticator's code. Throws passkey_failed if no passkey is old enough. */
  async optionsToProve(customerId: number): Promise<CredentialOptions> {
    const old = (await this.list(customerId)).filter(passkey => this.#proves(passkey));
    if (old.length === 0) throw passkeyFailed();
    return this.#ask(old, 'proof', customerId);
  }

  /** Throws passkey_failed, also for a passkey that somebody may just have added. */
  async prove(customerId: number, credential: string): Promise<void> {
    if (!this.#proves(await this.#answered(credential, 'proof', customerId))) throw passkeyFailed();
  }

  #proves(passkey: Passkey): boolean {
    return this.provesFromMs(passkey) <= this.#options.now();
  }

  async #ask(
    passkeys: readonly Passkey[],
    purpose: 'login' | 'proof',
    customerId: number | null,
  ): Promise<CredentialOptions> {
    const { relyingParty, challenges } = this.#options;
    const options = await (
      await webauthn()
    ).generateAuthenticationOptions({
      rpID: relyingParty.id,
      allowCredentials: passkeys.map(credentialOf),
      userVerification: 'required',
    });
    await challenges.keep(options.challenge, purpose, customerId);
    return { ...options };
  }

  /** The passkey that answered a challenge made for this purpose and customer. Throws passkey_failed. */
  async #answered(
    credential: string,
    purpose: 'login' | 'proof',
    customerId: number | null,
  ): Promise<Passkey> {
    const { pool, relyingParty, challenges, now } = this.#options;
    const { json, challenge, origin } = readAssertion(credential);
    if (!relyingParty.accepts(origin) || !(await challenges.take(challenge, purpose, customerId))) {
      throw passkeyFailed();
    }
    const passkey = await store.findPasskey(pool, json.id);
    if (passkey === null || (customerId !== null && passkey.customerId !== customerId)) throw passkeyFailed();
    const { verified, authenticationInfo } = await orFailed(
      (await webauthn()).verifyAuthenticationResponse({
        response: json,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: relyingParty.id,
        requireUserVerification: true,
        credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
      }),
    );
    if (!verified || !(await store.noteUse(pool, passkey.id, authenticationInfo.newCounter, now()))) {
      throw passkeyFailed();
    }
    return passkey;
  }
}

/** The library throws for every failed check. */
async function orFailed<Result>(checking: Promise<Result>): Promise<Result> {
  try {
    return await checking;
  } catch {
    throw passkeyFailed();
  }
}

function credentialOf(passkey: Passkey): { id: string; transports: string[] } {
  return { id: passkey.credentialId, transports: [...passkey.transports] };
}

/** The account's name inside the authenticator; it must not identify the person. */
function userHandleOf(customerId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`tallystick:${customerId}`);
}

function cleanName(name: string): string {
  const text = name.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? UNNAMED : [...text].slice(0, LONGEST_NAME).join('');
}
