import type { Failure, Success } from '@tallystick/protocol';
import type { DeskCallName, DeskCalls, DeskInput, DeskOutput } from '@tallystick/protocol/desk';
import { ROLES, type Role } from '@tallystick/protocol/desk/roles';
import { generateSync } from 'otplib';
import { createPasswords } from '../modules/account/passwords.ts';
import { insertOperator } from '../modules/desk/operator/store.ts';
import type { TestServer } from './test-server.ts';

const PASSWORD_COST = { memoryCost: 64, timeCost: 1, parallelism: 1 } as const;
export const DESK_PASSWORD = 'desk horse battery';

type StreamedName = {
  [Name in DeskCallName]: DeskCalls[Name] extends { readonly streamed: readonly string[] } ? Name : never;
}[DeskCallName];

export interface DeskAnswer<Name extends DeskCallName> {
  readonly status: number;
  readonly body: Success<DeskOutput<Name>> | Failure;
}

/** One operator at a test server's desk; nobody if the token is null. */
export class TestDesk {
  readonly #server: TestServer;
  readonly token: string | null;
  readonly id: number;

  constructor(server: TestServer, token: string | null, id = 0) {
    this.#server = server;
    this.token = token;
    this.id = id;
  }

  /** Creates an operator and logs in. In live mode there is no second factor yet. */
  static async open(server: TestServer, role: Role, name: string): Promise<TestDesk> {
    await addOperator(server, role, name);
    const { token, operator } = await new TestDesk(server, null).call('POST desk/login', {
      name,
      password: DESK_PASSWORD,
    });
    return new TestDesk(server, token, operator.id);
  }

  /** Advances the clock and renews all desk sessions, because they end after an hour. */
  static async wait(server: TestServer, byMs: number): Promise<void> {
    server.clock.nowMs += byMs;
    await server.database.pool.query(
      'update operator_sessions set created_at_ms = $1, last_seen_at_ms = $1',
      [server.clock.nowMs],
    );
  }

  /** Opens one desk for each role. */
  static async openAll(server: TestServer): Promise<Readonly<Record<Role, TestDesk>>> {
    const desks = await Promise.all(ROLES.map(role => TestDesk.open(server, role, role)));
    return Object.fromEntries(ROLES.map((role, index) => [role, desks[index]])) as Record<Role, TestDesk>;
  }

  async try<Name extends DeskCallName>(name: Name, input: DeskInput<Name>): Promise<DeskAnswer<Name>> {
    return this.send(name, input);
  }

  /** Sends the call as a form, as customers' calls are sent. */
  async tryForm<Name extends DeskCallName>(name: Name, input: DeskInput<Name>): Promise<DeskAnswer<Name>> {
    const [, path = ''] = name.split(' ');
    const response = await this.#server.app.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(this.token === null ? {} : { authorization: this.token }),
      },
      payload: new URLSearchParams(queryOf(input)).toString(),
    });
    return { status: response.statusCode, body: JSON.parse(response.body) as DeskAnswer<Name>['body'] };
  }

  /** Sends any input, including input that no desk would send. */
  async send<Name extends DeskCallName>(name: Name, input: unknown): Promise<DeskAnswer<Name>> {
    const response = await this.#inject(name, input);
    return { status: response.statusCode, body: JSON.parse(response.body) as DeskAnswer<Name>['body'] };
  }

  #inject(name: DeskCallName, input: unknown) {
    const [method = '', path = ''] = name.split(' ');
    return this.#server.app.inject({
      method: method as 'GET' | 'POST',
      url: `/api/${path}`,
      headers: this.token === null ? {} : { authorization: this.token },
      ...(method === 'GET' ? { query: queryOf(input) } : { payload: input as object }),
    });
  }

  /** The file of a call that must succeed. */
  async file<Name extends StreamedName>(name: Name, input: DeskInput<Name>): Promise<string> {
    const response = await this.#inject(name, input);
    if (response.statusCode !== 200) throw new Error(`${name} was refused: ${response.body}`);
    return response.body;
  }

  /** The data of a call that must succeed. */
  async call<Name extends DeskCallName>(name: Name, input: DeskInput<Name>): Promise<DeskOutput<Name>> {
    const { body } = await this.try(name, input);
    if (body.type !== 'ok') throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
    return body.data;
  }

  /** The code of a call that must be refused. */
  async refused<Name extends DeskCallName>(name: Name, input: DeskInput<Name>): Promise<string> {
    const { body } = await this.try(name, input);
    if (body.type === 'ok') throw new Error(`${name} was not refused: ${JSON.stringify(body)}`);
    return body.code;
  }
}

/** By default the operator counts as a second person at once, like the first two; `secondFromMs` null: never. */
export async function addOperator(
  server: TestServer,
  role: Role,
  name: string,
  secondFromMs: number | null = 0,
): Promise<void> {
  const passwords = await createPasswords(PASSWORD_COST);
  const passwordHash = await passwords.hash(DESK_PASSWORD);
  const { pool } = server.database;
  const atMs = server.clock.nowMs;
  await insertOperator(pool, { name, role, email: null, passwordHash, secondFromMs, atMs });
}

/** The address of the tests' operators, by name. */
export function operatorEmail(name: string): string {
  return `${name}@desk.example`;
}

/** The token of the newest link sent to the operator. */
export async function invitationTo(server: TestServer, name: string): Promise<string> {
  await server.services.outbox.idle();
  const mail = server.messages.findLast(({ recipient }) => recipient === operatorEmail(name));
  const token = /#invitation=([\w-]{43})/.exec(mail?.body ?? '')?.[1];
  if (token === undefined) throw new Error(`nobody has sent ${name} a link`);
  return token;
}

/** Opens a link and sets password (DESK_PASSWORD) and second factor. Returns the logged-in desk and the secret. */
export async function joinByLink(
  server: TestServer,
  token: string,
): Promise<{ readonly desk: TestDesk; readonly secret: string }> {
  const nobody = new TestDesk(server, null);
  const { setup_token, totp } = await nobody.call('POST desk/invitation_open', { token });
  const secret = totp?.secret ?? '';
  const joined = await nobody.call('POST desk/invitation_accept', {
    setup_token,
    password: DESK_PASSWORD,
    re_password: DESK_PASSWORD,
    code: totpCode(server, secret),
  });
  return { desk: new TestDesk(server, joined.token, joined.operator.id), secret };
}

/** The current code of the authenticator app. */
export function totpCode(server: TestServer, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(server.clock.nowMs / 1000) });
}

/** One operator proposes, another confirms, and the invited one joins by the link in the mail. */
export async function inviteOperator(
  server: TestServer,
  by: { readonly proposer: TestDesk; readonly confirmer: TestDesk },
  role: Role,
  name: string,
): Promise<TestDesk> {
  const change = { operator_id: null, name, role, active: true, email: operatorEmail(name) };
  const { id } = await by.proposer.call('POST desk/propose', { kind: 'operator', change, note: 'joins' });
  await by.confirmer.call('POST desk/proposal_decide', { id, decision: 'confirm' });
  return (await joinByLink(server, await invitationTo(server, name))).desk;
}

function queryOf(input: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field, String(value)]),
  );
}
