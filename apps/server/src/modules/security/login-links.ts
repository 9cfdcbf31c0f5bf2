import { MINUTE_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import { networkOf } from '../../http/network.ts';
import type { AccessWatch } from '../account/access-watch.ts';
import type { Allowance, Allowances } from '../account/allowances.ts';
import type { Contact } from '../account/contact.ts';
import type { DeviceOwner, KnownDevices } from '../account/known-devices.ts';
import { contactsOf, findCustomer } from '../account/store.ts';
import { newToken, tokenHash } from '../account/token.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** Twice the time between two links: however often somebody asks, the owner's mailbox has a valid one. */
export const LINK_LIFETIME_MS = 30 * MINUTE_MS;
export const LINKS_PER_ACCOUNT: Allowance = { burst: 2, everyMs: 15 * MINUTE_MS };
const PER_ADDRESS: Allowance = { burst: 10, everyMs: 6 * MINUTE_MS };

type Queries = Pick<pg.ClientBase, 'query'>;

export interface LoginLinksOptions {
  readonly pool: pg.Pool;
  readonly allowances: Allowances;
  readonly devices: KnownDevices;
  readonly outbox: Outbox;
  readonly watch: AccessWatch;
  readonly now: () => number;
  /** The app's address for links; null: links are paths only. */
  readonly publicUrl: string | null;
  /** Demo: the link is shown on the page, as codes are. */
  readonly showLinks: boolean;
}

/**
 * Lets the owner try the password although unknown devices have used up their tries: a link sent to the mailbox or phone
 * makes the device that opens it known. It does not log in.
 */
export class LoginLinks {
  readonly #options: LoginLinksOptions;

  constructor(options: LoginLinksOptions) {
    this.#options = options;
  }

  /**
   * The answer is the same whether or not the account exists, and whether a link is sent now or was sent a moment ago, so
   * nobody can keep the owner from a link by asking often. Returns the link's path in the demo. Throws code_too_soon for an
   * address that asks too often.
   */
  async send(contact: Contact, caller: Caller): Promise<string | null> {
    const { pool, allowances, outbox, publicUrl, showLinks } = this.#options;
    const waitMs = await allowances.take(`link-address:${networkOf(caller.address)}`, PER_ADDRESS);
    if (waitMs > 0) throw new CallFailure('code_too_soon', { retry_after_s: Math.ceil(waitMs / 1000) });
    if ((await allowances.take(`link:${contact.target}`, LINKS_PER_ACCOUNT)) > 0) return null;
    const customer = await findCustomer(pool, contact);
    const token = await issueLoginLink(pool, { customerId: customer?.id ?? null }, this.#options.now());
    const path = `/web/#/pages/user/login/link?token=${token}`;
    const to = contactsOf(customer)[0] ?? contact;
    await outbox.put(
      to.kind === 'email' ? 'mail' : 'sms',
      to.target,
      customer === null ? 'loginLinkUnknown' : 'loginLink',
      customer?.language ?? caller.language,
      {
        link: `${publicUrl ?? ''}${path}`,
        minutes: String(LINK_LIFETIME_MS / MINUTE_MS),
      },
    );
    return showLinks ? path : null;
  }

  /** Makes the caller's browser a known device of the link's account. Throws login_link_expired. */
  async open(whose: 'customer' | 'operator', token: string, browser: Caller['browser']): Promise<void> {
    const { pool, devices, watch, now } = this.#options;
    const { rows } = await pool.query<{ customer_id: number | null; operator_id: number | null }>(
      `delete from login_links where token_hash = $1 and expires_at_ms > $2 returning customer_id, operator_id`,
      [tokenHash(token), now()],
    );
    const { customer_id: customerId = null, operator_id: operatorId = null } = rows[0] ?? {};
    const owner = whose === 'customer' ? { customerId } : { operatorId };
    if ((whose === 'customer' ? customerId : operatorId) === null)
      throw new CallFailure('login_link_expired');
    await devices.remember(owner, browser, 'more');
    watch.login(whose, 'link');
  }

  async forgetOld(): Promise<void> {
    const { pool, now } = this.#options;
    await pool.query('delete from login_links where expires_at_ms <= $1', [now()]);
  }
}

/** A new link's token, of which only the hash is kept. */
export async function issueLoginLink(db: Queries, owner: DeviceOwner, atMs: number): Promise<string> {
  const token = newToken();
  const [customerId, operatorId] =
    'customerId' in owner ? [owner.customerId, null] : [null, owner.operatorId];
  await db.query(
    'insert into login_links (token_hash, customer_id, operator_id, expires_at_ms) values ($1, $2, $3, $4)',
    [tokenHash(token), customerId, operatorId, atMs + LINK_LIFETIME_MS],
  );
  return token;
}
