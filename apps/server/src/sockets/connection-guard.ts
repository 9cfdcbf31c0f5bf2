import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import type { ClosingReason } from './closings.ts';
import type { Network } from './network-limits.ts';
import { Pace } from './pace.ts';
import { MARK_EVERY_BYTES, Unread } from './unread.ts';

export type EngineSocket = Socket['conn'];

/** Messages of any kind: a page sends about twenty when it opens, and a few with every change of screen. */
const MESSAGES = { burst: 200, perSecond: 5 };
/** A page's messages have about fifty bytes; the first contains the session token. */
const BYTES = { burst: 64 * 1024, perSecond: 4 * 1024 };
/** In a network that sends too much, connections that used this share of their own burst are closed, not quiet ones. */
const LOUD = 0.75;
/** More than any page gets at once. Beyond it only answers of a few bytes are added. */
export const BEHIND_BYTES = 256 * 1024;
/** A single large snapshot is allowed in addition, up to this size. */
const LARGE_BYTES = 1024 * 1024;
/** A WebSocket that does not complete its closing handshake is cut off after this time. */
const FAREWELL_MS = 1_000;
/** A connection that is behind and reads nothing for this long is closed. */
export const UNREAD_AFTER_MS = 20_000;

/** The part of ws used here; engine.io does not expose it in its types. */
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
  /** Called when it reads too slowly: it must get no more topic messages. */
  readonly onBehind: () => void;
  /** Called when it has read everything: it may subscribe again. */
  readonly onCaughtUp: () => void;
  readonly onClosing: (reason: ClosingReason) => void;
}

/**
 * Guards one connection, below socket.io: every message it sends costs a turn, before it is parsed, and its unread
 * bytes are limited. It is closed at once if it exceeds a limit, without a final message that it would have to read.
 */
export class ConnectionGuard {
  readonly #options: ConnectionGuardOptions;
  readonly #messages: Pace;
  readonly #bytes: Pace;
  readonly #unread = new Unread();
  readonly #webSockets: WebSocketLike[] = [];
  /** Bytes not handed to the transport yet, because it is still writing or waiting for a poll. */
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
    // For each probe of an upgrade to WebSocket.
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
    // Counted before parsing: empty frames are no messages, but cost something, too.
    request.socket.prependListener('data', (chunk: Buffer) => {
      if (!this.#bytes.take(this.#options.nowMs(), chunk.length)) this.close('bytes');
    });
  }

  /** A message of any kind. */
  heard(): void {
    const { network, nowMs } = this.#options;
    const now = nowMs();
    if (!this.#messages.take(now)) this.close('flood');
    else if (network?.messages.take(now) === false && this.#messages.share(now) < LOUD) this.close('network');
  }

  /** A poll: the client has read what it was sent before. */
  polled(): void {
    this.#unread.readAllBut(this.#gathered);
    this.#read();
  }

  /** Call about every second: closes connections that are behind and read nothing. */
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

  /** Sent last: the transport has just taken everything else. */
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
