import type { DeskOutput, DeskRequest } from '@tallystick/protocol/desk';
import { isAllowed } from '@tallystick/protocol/desk/roles';
import type pg from 'pg';
import { CallFailure } from '../../../http/call-failure.ts';
import type { Operator } from '../../../http/operator.ts';
import { maskContact } from '../../account/contact.ts';
import { isHouseAccount, LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { Conditions, pageOf, readCursor } from '../../../http/page.ts';
import type { spotRoutes } from '../../spot/routes.ts';
import type { walletRoutes } from '../../wallet/routes.ts';
import type { DeskExchange } from '../../../approval/desk-exchange.ts';
import { listNotes } from './notes.ts';

export type WireCustomer = DeskOutput<'GET desk/customers'>['items'][number];
type WireSession = DeskOutput<'GET desk/customer'>['sessions'][number];

export interface DirectoryOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<DeskExchange, 'isFrozen'>;
  readonly spot: Pick<ReturnType<typeof spotRoutes>, 'list'>;
  readonly wallet: Pick<ReturnType<typeof walletRoutes>, 'list' | 'ledger'>;
}

interface Row {
  readonly id: number;
  readonly nickname: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly verification: string;
  readonly demo: boolean;
  readonly invited_by: number | null;
  readonly created_at_ms: string;
}

const SESSIONS_SHOWN = 50;
const MAX_ID = 2_147_483_647;

/** Finds customers. What it shows depends on the operator's role; it changes nothing. */
export class Directory {
  readonly #options: DirectoryOptions;

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  /**
   * Without a query: people, and makers if asked for. Otherwise by id, or by a complete phone number or e-mail address:
   * partial matches would let roles that see masked contacts guess them letter by letter.
   */
  async list(
    operator: Operator,
    input: DeskRequest<'GET desk/customers'>,
  ): Promise<DeskOutput<'GET desk/customers'>> {
    const query = input.query?.trim().toLowerCase() ?? '';
    const where = new Conditions()
      .add('id > ?', 0)
      .addIf('id < ?::bigint', readCursor(input.cursor, 1)?.[0] ?? null);
    if (query !== '') where.add(`id in (${MATCHES})`, query);
    else if (!input.makers) where.add('id > ?', LAST_HOUSE_ID);
    const { rows } = await this.#options.pool.query<Row>(
      `select * from customers where ${where.sql} order by id desc limit ${where.parameter(input.limit + 1)}`,
      where.values,
    );
    return pageOf(
      rows,
      input.limit,
      row => String(row.id),
      row => this.#wire(row, operator),
    );
  }

  async profile(operator: Operator, customerId: number): Promise<DeskOutput<'GET desk/customer'>> {
    const { pool, wallet } = this.#options;
    const row = await this.#find(customerId);
    const [{ accounts, total_usdt, unrealised_usdt }, sessions, notes] = await Promise.all([
      wallet.list(customerId),
      this.#sessions(customerId, operator),
      listNotes(pool, customerId),
    ]);
    return {
      customer: this.#wire(row, operator),
      invited_by: row.invited_by,
      total_usdt,
      unrealised_usdt,
      balances: accounts.flatMap(({ balances }) => balances).filter(({ total }) => /[1-9]/.test(total)),
      sessions,
      notes,
    };
  }

  async summary(operator: Operator, customerId: number): Promise<WireCustomer> {
    return this.#wire(await this.#find(customerId), operator);
  }

  /** Throws not_found. */
  async require(customerId: number): Promise<void> {
    await this.#find(customerId);
  }

  async ledger(
    input: DeskRequest<'GET desk/customer_ledger'>,
  ): Promise<DeskOutput<'GET desk/customer_ledger'>> {
    await this.#find(input.customer_id);
    return this.#options.wallet.ledger(input.customer_id, { cursor: input.cursor, limit: input.limit });
  }

  async orders(
    input: DeskRequest<'GET desk/customer_orders'>,
  ): Promise<DeskOutput<'GET desk/customer_orders'>> {
    await this.#find(input.customer_id);
    const { customer_id: customerId, ...filter } = input;
    return this.#options.spot.list(customerId, filter);
  }

  async #find(customerId: number): Promise<Row> {
    const { rows } = await this.#options.pool.query<Row>('select * from customers where id = $1', [
      customerId > MAX_ID ? 0 : customerId,
    ]);
    const [row] = rows;
    if (row === undefined) throw new CallFailure('not_found', { field: 'customer_id' });
    return row;
  }

  async #sessions(customerId: number, operator: Operator): Promise<WireSession[]> {
    const { rows } = await this.#options.pool.query<Record<string, string | null>>(
      `select id, device, address, created_at_ms, last_seen_at_ms, ended_at_ms from sessions
        where customer_id = $1 order by last_seen_at_ms desc, id desc limit ${SESSIONS_SHOWN}`,
      [customerId],
    );
    const open = isAllowed(operator.role, 'customer.contact');
    return rows.map(row => ({
      id: Number(row['id']),
      device: row['device'] ?? '',
      address: open ? (row['address'] ?? '') : maskAddress(row['address'] ?? ''),
      created_at_ms: Number(row['created_at_ms']),
      last_seen_at_ms: Number(row['last_seen_at_ms']),
      ended_at_ms: row['ended_at_ms'] ? Number(row['ended_at_ms']) : null,
    }));
  }

  #wire(row: Row, operator: Operator): WireCustomer {
    const open = isAllowed(operator.role, 'customer.contact');
    const show = (kind: 'phone' | 'email', target: string | null): string | null =>
      target === null || open ? target : maskContact({ kind, target });
    return {
      id: row.id,
      nickname: row.nickname,
      phone: show('phone', row.phone),
      email: show('email', row.email),
      verification: row.verification,
      frozen: this.#options.exchange.isFrozen(row.id),
      demo: row.demo,
      maker: isHouseAccount(row.id),
      created_at_ms: Number(row.created_at_ms),
    };
  }
}

/** `203.0.113.7` → `203.0.…`: tells two networks apart but identifies nobody. */
function maskAddress(address: string): string {
  const parts = address.split(/(?<=[.:])/);
  return parts.length < 3 ? address : `${parts.slice(0, 2).join('')}…`;
}

/** Finds a phone number with or without its spaces and plus sign. */
const MATCHES = `select c.id from customers c
  where c.id::text = ? or c.email = ? or c.phone = '+' || nullif(regexp_replace(?, '[^0-9]', '', 'g'), '')`;
