import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { ClosingReason } from './closings.ts';
import type { Network } from './network-limits.ts';
import { Pace } from './pace.ts';
import { MARK_EVERY_BYTES, Unread } from './unread.ts';

export type EngineSocket = Socket['conn'];

/** Messages of whatever kind: a page that opens sends some twenty, and a few more with every change of screen. */
const MESSAGES = { burst: 200, perSecond: 5 };
/** Those of a page are some fifty bytes; the first brings the session's token. */
const BYTES = { burst: 64 * 1024, perSecond: 4 * 1024 };
/** Of a network that has sent too much, who has sent so much of the own burst is closed: not the quiet neighbours. */
const LOUD = 0.75;
/** More than any page gets at once. Beyond it nothing is added but answers of a few bytes. */
export const BEHIND_BYTES = 256 * 1024;
/** A single large snapshot puts nobody behind: it comes on top, up to this. */
const LARGE_BYTES = 1024 * 1024;
/** A WebSocket that does not take part in its closing is cut off after this. */
const FAREWELL_MS = 1_000;
/** Who is behind and reads nothing for so long is gone. */
export const UNREAD_AFTER_MS = 20_000;

/** What of ws is used here; engine.io keeps it to itself. */
interface WebSocketLike {
  ping(data: Buffer, mask: boolean): void;
  terminate(): void;
  on(event: 'ping' | 'pong', listener: (data: Buffer) => void): void;
}

export interface ConnectionGuardOptions {
  readonly connection: EngineSocket;
  /** Null: no limits per network. */
  readonly network: Network | null;
  /** Never goes back. */
  readonly nowMs: () => number;
  /** It reads too slowly: send it no more of its topics. */
  readonly onBehind: () => void;
  /** It has read everything: it may begin anew. */
  readonly onCaughtUp: () => void;
  readonly onClosing: (reason: ClosingReason) => void;
}

/**
 * Watches over one connection, below socket.io: everything it sends costs a turn, before it is looked at, and what
 * it has not read is bounded. Who oversteps is closed at once, without a farewell that would wait to be read.
 */
export class ConnectionGuard {
  readonly #options: ConnectionGuardOptions;
  readonly #messages: Pace;
  readonly #bytes: Pace;
  readonly #unread = new Unread();
  readonly #webSockets: WebSocketLike[] = [];
  /** Bytes that were not handed to the transport yet: it still writes, or waits for a poll. */
  #gathered = 0;
  /** The largest packet since everything was read. */
  #largest = 0;
  #behind = false;
  #progressMs = 0;
  #closed = false;

  constructor(options: ConnectionGuardOptions) {
    this.#options = options;
    const { connection } = options;
    const nowMs = options.nowMs();
    this.#messages = new Pace(MESSAGES.burst, MESSAGES.perSecond, nowMs);
    this.#bytes = new Pace(BYTES.burst, BYTES.perSecond, nowMs);
    connection.on('packet', () => this.heard());
    // Each probe of a change to WebSocket.
    connection.on('upgrading', () => this.heard());
    connection.on('upgrade', () => this.polled());
    connection.on('packetCreate', ({ data }: { readonly data?: string }) => this.#sent(data?.length ?? 0));
    connection.on('flush', () => {
      this.#gathered = 0;
    });
    connection.on('drain', () => this.#mark());
    connection.once('close', () => {
      setTimeout(() => this.#terminate(), FAREWELL_MS).unref();
    });
    if (connection.transport.name === 'websocket') this.carriedBy(connection.request);
  }

  get isBehind(): boolean {
    return this.#behind;
  }

  get network(): Network | null {
    return this.#options.network;
  }

  /** The connection's WebSocket, from its beginning or after an upgrade. */
  carriedBy(request: IncomingMessage): void {
    const { websocket } = request as IncomingMessage & { readonly websocket?: WebSocketLike };
    if (websocket === undefined) return;
    this.#webSockets.push(websocket);
    websocket.on('ping', () => this.heard());
    websocket.on('pong', id => {
      if (this.#unread.returned(id)) this.#read();
      else this.heard();
    });
    // Before it is taken apart: frames of nothing are no messages, and cost something too.
    request.socket.prependListener('data', (chunk: Buffer) => {
      if (!this.#bytes.take(this.#options.nowMs(), chunk.length)) this.close('bytes');
    });
  }

  /** A message of whatever kind. */
  heard(): void {
    const { network, nowMs } = this.#options;
    const now = nowMs();
    if (!this.#messages.take(now)) this.close('flood');
    else if (network?.messages.take(now) === false && this.#messages.share(now) < LOUD) this.close('network');
  }

  /** It asks for what has gathered, and so has read what it was sent before. */
  polled(): void {
    this.#unread.readAllBut(this.#gathered);
    this.#read();
  }

  /** To be called every second or so: closes who is behind and reads nothing. */
  check(): void {
    if (this.#behind && this.#options.nowMs() - this.#progressMs >= UNREAD_AFTER_MS) this.close('unread');
  }

  close(reason: ClosingReason): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#options.onClosing(reason);
    this.#terminate();
    this.#options.connection.close(true);
  }

  #terminate(): void {
    for (const webSocket of this.#webSockets) webSocket.terminate();
  }

  #sent(bytes: number): void {
    this.#gathered += bytes;
    this.#unread.send(bytes);
    this.#largest = Math.max(this.#largest, Math.min(bytes, LARGE_BYTES));
    if (this.#behind || this.#unread.bytes <= BEHIND_BYTES + this.#largest) return;
    this.#behind = true;
    this.#progressMs = this.#options.nowMs();
    this.#options.onBehind();
  }

  /** Behind all that was sent: the transport has just taken everything. */
  #mark(): void {
    if (this.#closed || !this.#unread.isMarkDue || this.#options.connection.transport.name !== 'websocket')
      return;
    this.#webSockets.at(-1)?.ping(this.#unread.mark(), false);
  }

  #read(): void {
    this.#progressMs = this.#options.nowMs();
    if (this.#unread.bytes >= MARK_EVERY_BYTES) return;
    this.#largest = 0;
    if (!this.#behind) return;
    this.#behind = false;
    this.#options.onCaughtUp();
  }
}
