import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import type { PROOF_PURPOSES } from '@tallystick/protocol/calls/security';
import type pg from 'pg';
import { insertRow } from '../../database/rows.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { networkOf, siteOf } from '../../http/network.ts';
import type { Contact } from './contact.ts';

/** What a code may be used for. `bind`: to add a contact to the account. */
export type CodePurpose = 'register' | 'forget' | 'bind' | (typeof PROOF_PURPOSES)[number];

export const CODE_LIFETIME_MS = 5 * 60_000;
export const RESEND_AFTER_MS = 60_000;
const MAX_TRIES = 5;
const PER_ADDRESS_AND_HOUR = 30;
/** Codes per known device of an account and day. */
const PER_DEVICE_AND_DAY = 15;
/** Codes per target and day for unknown devices of one site (IPv6 /48), from the open part. */
const PER_SITE_AND_DAY = 5;
/** The open part: codes per target and day that all unknown devices share. */
const OPEN_PER_DAY = 15;
/** Once the open part is used up: a reserve for networks that have hardly asked for this target, at most 48 a day. */
const RESERVE = { burst: 24, everyMs: HOUR_MS, perNetwork: 2, perSite: 2 } as const;

export interface CodesOptions {
  readonly pool: pg.Pool;
  /** 32 bytes; codes are kept as HMAC under it. */
  readonly secret: Buffer;
  readonly now: () => number;
  readonly limited: boolean;
}

/** Who asks for a code. Only they can use it, so that nobody else can use up its tries or replace it. */
export interface Asker {
  /** The browser, the device or the network. */
  readonly name: string;
  /** Whether it is a known device of the account, which is counted separately. */
  readonly own: boolean;
  readonly address: string;
}

/** How many codes unknown devices got for a target within a day. */
interface StrangersCodes {
  readonly open: number;
  readonly open_of_site: number;
  readonly reserved: number;
  readonly reserved_lately: number;
  readonly reserved_of_site: number;
  readonly of_network: number;
}

/** A code that was checked and found right. */
export interface CheckedCode {
  readonly id: string;
}

/**
 * Verification codes: six digits, five minutes, five tries, one at a time per target, purpose and asker. It works
 * the same whether or not an account exists, so that nobody can find out.
 */
export class Codes {
  readonly #options: CodesOptions;

  constructor(options: CodesOptions) {
    this.#options = options;
  }

  /** A new code, which replaces the one before. Throws code_too_soon with the seconds to wait. */
  async issue(contact: Contact, purpose: CodePurpose, asker: Asker): Promise<string> {
    const { pool, now } = this.#options;
    const code = randomInt(0, 1_000_000).toString().padStart(6, '0');
    await inTransaction(pool, async client => {
      // Requests for one target run one after the other: at once, both would pass the check.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`code:${contact.target}`]);
      const atMs = now();
      const reserved = await this.#checkPace(client, contact, purpose, asker, atMs);
      await insertRow(client, 'verification_codes', {
        target: contact.target,
        purpose,
        codeHash: this.#hash(contact, purpose, code),
        address: networkOf(asker.address),
        createdAtMs: atMs,
        expiresAtMs: atMs + CODE_LIFETIME_MS,
        asker: asker.name,
        own: asker.own,
        site: siteOf(asker.address),
        reserved,
      });
    });
    return code;
  }

  /**
   * Throws code_wrong, code_expired or code_too_many_tries. A right code does not count as a try and
   * is not used up yet: call `use` in the transaction that acts on it. Do not call this within a transaction: it takes a
   * second connection, and a full pool would deadlock. `names`: the names under which the caller may have asked, the most
   * specific first. `field`: the code's field in the caller's input.
   */
  async check(
    contact: Contact,
    purpose: CodePurpose,
    code: string,
    names: readonly string[],
    field = 'code',
  ): Promise<CheckedCode> {
    if (code === '') throw new CallFailure('code_required', { field });
    const { pool, now } = this.#options;
    const hash = this.#hash(contact, purpose, code);
    // One statement, so that simultaneous tries are all counted.
    const { rows } = await pool.query<{
      tries: number;
      code_hash: Buffer;
      expires_at_ms: string;
      id: string;
    }>(
      `update verification_codes set tries = tries + 1
        where id = (select id from verification_codes
                     where target = $1 and purpose = $2 and asker = any($3)
                     order by array_position($3::text[], asker), id desc limit 1)
          and used_at_ms is null
        returning id, tries - 1 as tries, code_hash, expires_at_ms`,
      [contact.target, purpose, names],
    );
    const [row] = rows;
    if (row === undefined) throw new CallFailure('code_wrong', { field });
    if (row.tries >= MAX_TRIES) throw new CallFailure('code_too_many_tries', { field });
    if (now() >= Number(row.expires_at_ms)) throw new CallFailure('code_expired', { field });
    if (!timingSafeEqual(hash, row.code_hash)) {
      throw new CallFailure('code_wrong', { field, tries_left: MAX_TRIES - row.tries - 1 });
    }
    await pool.query('update verification_codes set tries = greatest(tries - 1, 0) where id = $1', [row.id]);
    return { id: row.id };
  }

  /** Uses up a checked code. Throws code_wrong if it was used meanwhile. */
  async use(client: pg.ClientBase, checked: CheckedCode): Promise<void> {
    const used = await client.query(
      'update verification_codes set used_at_ms = $2 where id = $1 and used_at_ms is null',
      [checked.id, this.#options.now()],
    );
    if (used.rowCount !== 1) throw new CallFailure('code_wrong', { field: 'code' });
  }

  /** Deletes codes too old for any limit. */
  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from verification_codes where created_at_ms < $1', [now() - DAY_MS]);
  }

  /** Returns whether the code is taken from the reserve. Throws code_too_soon. */
  async #checkPace(
    client: pg.ClientBase,
    contact: Contact,
    purpose: CodePurpose,
    asker: Asker,
    atMs: number,
  ): Promise<boolean> {
    const { name, own, address } = asker;
    const { rows } = await client.query<{ newest: string | null; of_device: number; of_address: number }>(
      `select (select max(created_at_ms) from verification_codes
                where target = $1 and purpose = $2 and asker = $6) as newest,
              (select count(*)::int from verification_codes
                where target = $1 and created_at_ms > $4 and own and asker = $6) as of_device,
              (select count(*)::int from verification_codes where address = $3 and created_at_ms > $5) as of_address`,
      [contact.target, purpose, networkOf(address), atMs - DAY_MS, atMs - HOUR_MS, name],
    );
    const [row] = rows;
    if (row === undefined) return false;
    const waitMs = row.newest === null ? 0 : Number(row.newest) + RESEND_AFTER_MS - atMs;
    if (waitMs > 0) throw tooSoon(waitMs);
    if (!this.#options.limited) return false;
    if (own ? row.of_device >= PER_DEVICE_AND_DAY : row.of_address >= PER_ADDRESS_AND_HOUR) {
      throw tooSoon(HOUR_MS);
    }
    return !own && this.#takeOfStrangers(client, contact, address, atMs);
  }

  /**
   * Unknown devices get codes from the open part, a few per site, then from the reserve. So an attacker who wants to block
   * somebody's codes needs ever more networks, and a target never gets more messages than both parts together.
   */
  async #takeOfStrangers(
    client: pg.ClientBase,
    contact: Contact,
    address: string,
    atMs: number,
  ): Promise<boolean> {
    const { rows } = await client.query<StrangersCodes>(
      `select count(*) filter (where not reserved)::int as open,
              count(*) filter (where not reserved and site = $3)::int as open_of_site,
              count(*) filter (where reserved)::int as reserved,
              count(*) filter (where reserved and created_at_ms > $5)::int as reserved_lately,
              count(*) filter (where reserved and site = $3)::int as reserved_of_site,
              count(*) filter (where address = $4)::int as of_network
         from verification_codes where target = $1 and created_at_ms > $2 and not own`,
      [contact.target, atMs - DAY_MS, siteOf(address), networkOf(address), atMs - RESERVE.everyMs],
    );
    const [day] = rows;
    if (day === undefined) return false;
    if (day.open < OPEN_PER_DAY && day.open_of_site < PER_SITE_AND_DAY) return false;
    const isNew = day.of_network < RESERVE.perNetwork && day.reserved_of_site < RESERVE.perSite;
    const isLeft = day.reserved < RESERVE.burst || day.reserved_lately === 0;
    if (!isNew || !isLeft) throw tooSoon(HOUR_MS);
    return true;
  }

  #hash(contact: Contact, purpose: CodePurpose, code: string): Buffer {
    return createHmac('sha256', this.#options.secret)
      .update(`${purpose}\n${contact.target}\n${code}`)
      .digest();
  }
}

function tooSoon(waitMs: number): CallFailure {
  return new CallFailure('code_too_soon', { retry_after_s: Math.ceil(waitMs / 1000) });
}
