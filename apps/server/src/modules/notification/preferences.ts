import { ALWAYS_MAILED, NEVER_MAILED, type NotificationEvent } from '@tallystick/protocol';
import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import { isTimeZone, type QuietHours } from './quiet.ts';

type Db = Pick<pg.ClientBase, 'query'>;

/** What is sent in addition to the notice. */
export interface Choice {
  readonly mail: boolean;
  readonly push: boolean;
}

const MAILED_BY_DEFAULT: readonly NotificationEvent[] = [
  'deposit',
  'withdrawal',
  'identity',
  'security',
  'ticket',
];
const NOT_PUSHED_BY_DEFAULT: readonly NotificationEvent[] = ['funding', 'trust', 'rebate', 'news'];

function defaultOf(event: NotificationEvent): Choice {
  return { mail: MAILED_BY_DEFAULT.includes(event), push: !NOT_PUSHED_BY_DEFAULT.includes(event) };
}

/** One customer's choices, with the defaults for everything else. */
export class Preferences {
  readonly quiet: QuietHours | null;
  readonly #chosen: ReadonlyMap<string, { readonly mail: boolean | null; readonly push: boolean | null }>;

  constructor(
    quiet: QuietHours | null,
    chosen: ReadonlyMap<string, { readonly mail: boolean | null; readonly push: boolean | null }>,
  ) {
    this.quiet = quiet;
    this.#chosen = chosen;
  }

  of(event: NotificationEvent): Choice {
    const { mail, push } = defaultOf(event);
    const chosen = this.#chosen.get(event);
    return {
      mail: ALWAYS_MAILED.includes(event) || (!NEVER_MAILED.includes(event) && (chosen?.mail ?? mail)),
      push: chosen?.push ?? push,
    };
  }
}

/** Customers' choices in the database. */
export class NotificationPreferences {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Fields left out stay as they are. */
  async choose(
    customerId: number,
    event: NotificationEvent,
    choice: { readonly [Way in keyof Choice]?: boolean | undefined },
  ): Promise<void> {
    await this.#pool.query(
      `insert into tell_choices as old (customer_id, event, mail, push) values ($1, $2, $3, $4)
       on conflict (customer_id, event) do update
         set mail = coalesce(excluded.mail, old.mail), push = coalesce(excluded.push, old.push)`,
      [customerId, event, choice.mail ?? null, choice.push ?? null],
    );
  }

  /** Null: no quiet hours. Throws `time_zone_unknown`. */
  async setQuiet(customerId: number, quiet: QuietHours | null): Promise<void> {
    if (quiet === null) {
      await this.#pool.query('delete from quiet_hours where customer_id = $1', [customerId]);
      return;
    }
    if (!isTimeZone(quiet.zone)) throw new CallFailure('time_zone_unknown', { field: 'zone' });
    await this.#pool.query(
      `insert into quiet_hours (customer_id, from_minute, to_minute, zone) values ($1, $2, $3, $4)
       on conflict (customer_id) do update set from_minute = excluded.from_minute,
         to_minute = excluded.to_minute, zone = excluded.zone`,
      [customerId, quiet.fromMinute, quiet.toMinute, quiet.zone],
    );
  }

  async of(customerId: number): Promise<Preferences> {
    return (await this.ofAll(this.#pool, [customerId])).get(customerId)!;
  }

  /** The preferences of each of these customers. */
  async ofAll(db: Db, customerIds: readonly number[]): Promise<ReadonlyMap<number, Preferences>> {
    const choices = await db.query<{
      customer_id: number;
      event: string;
      mail: boolean | null;
      push: boolean | null;
    }>('select customer_id, event, mail, push from tell_choices where customer_id = any ($1)', [customerIds]);
    const quiet = await db.query<{ customer_id: number } & QuietHours>(
      `select customer_id, from_minute as "fromMinute", to_minute as "toMinute", zone
         from quiet_hours where customer_id = any ($1)`,
      [customerIds],
    );
    const byCustomer = Map.groupBy(choices.rows, row => row.customer_id);
    const quietOf = new Map(quiet.rows.map(row => [row.customer_id, row]));
    return new Map(
      customerIds.map(id => [
        id,
        new Preferences(
          quietOf.get(id) ?? null,
          new Map((byCustomer.get(id) ?? []).map(row => [row.event, row])),
        ),
      ]),
    );
  }
}
