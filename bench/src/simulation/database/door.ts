import { once } from 'node:events';
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { boundName, MessageCutter, parsedStatement, refusal, startupParameters, typeOf } from './wire.ts';

/** Whose statements a strike waits for. Other connections only suffer `cut`. */
export type Role = 'writer' | 'projector' | 'desk' | 'other';

/**
 * - `cutBefore`: the connection ends before the server hears of the statement: nothing is done.
 * - `tornStatement`: the server gets half of it, then the end: nothing is done.
 * - `cutAfter`: the server has done it, and the answer is lost.
 * - `tornAnswer`: of the answer only the first bytes come.
 * - `refuse`: an error instead of the server's answer, nothing is done, and the connection stays.
 * - `holdStatement`: nothing goes on before `release`, as over a network that has stopped.
 * - `holdAnswer`: the server does it, and the answer waits for `release`, as of a slow disk.
 */
export const STRIKES = [
  'cutBefore',
  'tornStatement',
  'cutAfter',
  'tornAnswer',
  'refuse',
  'holdStatement',
  'holdAnswer',
] as const;
export type StrikeKind = (typeof STRIKES)[number];

export interface Strike {
  readonly kind: StrikeKind;
  readonly role: Exclude<Role, 'other'>;
  /**
   * `commit`: only statements that commit commands, or their rows in the tables, are counted; `any`: all of the connection's,
   * also those of a start.
   */
  readonly of: 'commit' | 'any';
  /** 0: the next one. */
  readonly skip: number;
  /** What a cut takes along: the connection, or all that came through this door. */
  readonly takes: 'connection' | 'all';
}

/** A statement that commits, so that somebody can send it again. */
export interface SentStatement {
  readonly text: string;
  /** The message with its parameters: see `boundValues`. */
  readonly bind: Buffer;
}

/** How connections of people's work call themselves. */
export const DESK = 'tallystick desk';
const ROLES: Readonly<Record<string, Role>> = {
  'tallystick writer': 'writer',
  'tallystick projector': 'projector',
  [DESK]: 'desk',
};
/** Prepared names of what commits: see batch-statement.ts and position.ts. */
const COMMITS = /^(?:batch|project) /;
/** Out of disk: neither a constraint nor the loss of the lease. */
const REFUSED = refusal('53100', 'could not extend file: no space left on device');

/**
 * The way of one engine to its PostgreSQL: a proxy that knows the protocol well enough to fail at a chosen statement. Each
 * engine has a door of its own, so that what happens to one does not happen to another.
 */
export class Door {
  /** The database's address through this door. */
  readonly url: string;
  /** New connections are ended at once, as if PostgreSQL were not running. */
  refusing = false;
  /** The newest of the writer that commits, whatever became of it. */
  lastBatch: SentStatement | null = null;
  readonly #server: Server;
  readonly #target: NetConnectOpts;
  readonly #sessions = new Set<Session>();
  #armed: { readonly strike: Strike; left: number } | null = null;
  #struck = Promise.withResolvers<void>();
  #release: (() => void) | null = null;

  private constructor(server: Server, url: string, target: NetConnectOpts) {
    this.#server = server;
    this.url = url;
    this.#target = target;
  }

  static async open(databaseUrl: string): Promise<Door> {
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(databaseUrl);
    const target = addressOf(url);
    url.searchParams.delete('host');
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const door = new Door(server, url.href, target);
    server.on('connection', client => door.#enter(client));
    return door;
  }

  /** The next statement that fits fails as said; resolves when it has, or, for a held one, when it is held. */
  arm(strike: Strike): Promise<void> {
    this.#armed = { strike, left: strike.skip };
    this.#struck = Promise.withResolvers<void>();
    return this.#struck.promise;
  }

  /** Whether a strike still waits for its statement. */
  get isArmed(): boolean {
    return this.#armed !== null;
  }

  disarm(): void {
    this.#armed = null;
  }

  /** Lets go on what is held. */
  release(): void {
    const release = this.#release;
    this.#release = null;
    release?.();
  }

  /** Ends all connections, as when the process dies. */
  cut(): void {
    this.#release = null;
    for (const session of this.#sessions) session.end();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #enter(client: Socket): void {
    if (this.refusing) {
      client.destroy();
      return;
    }
    const session = new Session(client, connect(this.#target), {
      strikeFor: (role, name) => this.#strikeFor(role, name),
      sent: statement => {
        this.lastBatch = statement;
      },
      struck: () => this.#struck.resolve(),
      held: release => {
        this.#release = release;
        this.#struck.resolve();
      },
      cut: takes => (takes === 'all' ? this.cut() : session.end()),
      ended: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
  }

  #strikeFor(role: Role, name: string): Strike | null {
    const armed = this.#armed;
    if (armed === null || armed.strike.role !== role) return null;
    if (armed.strike.of === 'commit' && !COMMITS.test(name)) return null;
    if (armed.left-- > 0) return null;
    this.#armed = null;
    return armed.strike;
  }
}

interface Keeper {
  strikeFor(role: Role, name: string): Strike | null;
  sent(statement: SentStatement): void;
  struck(): void;
  held(release: () => void): void;
  cut(takes: Strike['takes']): void;
  ended(): void;
}

/** One connection: messages to the server are passed on by whole statements, as the engine sends one at a time. */
class Session {
  readonly #client: Socket;
  readonly #database: Socket;
  readonly #keeper: Keeper;
  readonly #front = new MessageCutter('client');
  readonly #back = new MessageCutter('server');
  readonly #texts = new Map<string, string>();
  #role: Role | null = null;
  #statement: Buffer[] = [];
  #name = '';
  #sent: SentStatement | null = null;
  /** The answer that is being gathered instead of passed on. */
  #gathered: { readonly parts: Buffer[]; readonly whole: (answer: Buffer) => void } | null = null;

  constructor(client: Socket, database: Socket, keeper: Keeper) {
    this.#client = client;
    this.#database = database;
    this.#keeper = keeper;
    client.setNoDelay(true);
    client.on('data', (chunk: Buffer) => this.#asked(chunk));
    database.on('data', (chunk: Buffer) => this.#answered(chunk));
    for (const socket of [client, database]) {
      // The end of one side, however it comes, is the other's.
      socket.on('error', () => this.end());
      socket.on('close', () => this.end());
    }
  }

  end(): void {
    this.#client.destroy();
    this.#database.destroy();
    this.#keeper.ended();
  }

  #asked(chunk: Buffer): void {
    for (const message of this.#front.take(chunk)) {
      if (this.#role === null) {
        this.#role = ROLES[startupParameters(message).get('application_name') ?? ''] ?? 'other';
        this.#database.write(message);
        continue;
      }
      this.#statement.push(message);
      this.#note(message);
      // A statement ends with Sync, or is a simple query; a farewell is alone.
      if (['S', 'Q', 'X'].includes(typeOf(message))) this.#whole();
    }
  }

  #note(message: Buffer): void {
    if (this.#role === 'other') return;
    const type = typeOf(message);
    if (type === 'P') {
      const { name, text } = parsedStatement(message);
      this.#texts.set(name, text);
      return;
    }
    if (type !== 'B') return;
    const name = boundName(message);
    this.#name = name;
    if (COMMITS.test(name)) this.#sent = { text: this.#texts.get(name)!, bind: message };
  }

  #whole(): void {
    const bytes = Buffer.concat(this.#statement);
    const [name, sent, role] = [this.#name, this.#sent, this.#role!];
    this.#statement = [];
    this.#name = '';
    this.#sent = null;
    const isFarewell = typeOf(bytes) === 'X';
    const strike = role === 'other' || isFarewell ? null : this.#keeper.strikeFor(role, name);
    if (sent !== null && role === 'writer') this.#keeper.sent(sent);
    if (strike === null) this.#database.write(bytes);
    else this.#strike(strike, bytes);
  }

  #strike({ kind, takes }: Strike, bytes: Buffer): void {
    const keeper = this.#keeper;
    const end = (): void => {
      keeper.cut(takes);
      keeper.struck();
    };
    switch (kind) {
      case 'cutBefore':
        end();
        break;
      case 'tornStatement':
        // Written before the end, so that the server has half a statement.
        this.#database.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), end);
        break;
      case 'refuse':
        this.#client.write(REFUSED);
        keeper.struck();
        break;
      case 'holdStatement':
        keeper.held(() => this.#database.write(bytes));
        break;
      case 'holdAnswer':
        this.#gather(bytes, answer => keeper.held(() => this.#client.write(answer)));
        break;
      case 'cutAfter':
        this.#gather(bytes, end);
        break;
      case 'tornAnswer':
        this.#gather(bytes, answer => this.#client.write(answer.subarray(0, answer.length / 2), end));
        break;
    }
  }

  #gather(bytes: Buffer, whole: (answer: Buffer) => void): void {
    this.#gathered = { parts: [], whole };
    this.#database.write(bytes);
  }

  #answered(chunk: Buffer): void {
    const messages = this.#back.take(chunk);
    if (this.#gathered === null) {
      this.#client.write(chunk);
      return;
    }
    const { parts, whole } = this.#gathered;
    parts.push(...messages);
    if (!messages.some(message => typeOf(message) === 'Z')) return;
    this.#gathered = null;
    whole(Buffer.concat(parts));
  }
}

function addressOf(url: URL): NetConnectOpts {
  const port = url.port === '' ? 5432 : Number(url.port);
  const folder = url.searchParams.get('host');
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}
