import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SOCKET_PATH } from '@tallystick/protocol';

export interface RawSocketOptions {
  readonly token?: string;
  /** The client address a proxy in front would report; needs `TRUST_PROXY=1`. */
  readonly forwardedFor?: string;
  /** Local source address, of 127.0.0.0/8. */
  readonly localAddress?: string;
  /** Id of a polling connection: the client begins an upgrade to WebSocket and never completes it. */
  readonly upgrades?: string;
  /** Gets every text message; socket.io's packets begin with `4`. */
  readonly onText?: (text: string) => void;
}

/** The server's answer to the greeting, or to the probe of an upgrade to WebSocket. */
const GREETED = /^(40\{|3probe$)/;

/**
 * A raw WebSocket client for tests, benchmarks and attacks. It can stop reading, send what no client would send, and
 * is light enough for two thousand in one process.
 */
export class RawSocket {
  /** Bytes received so far. */
  receivedBytes = 0;
  isClosed = false;
  readonly #socket: Socket;
  readonly #onText: (text: string) => void;
  readonly #greeted = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #rest: Buffer = Buffer.alloc(0);
  #isOpen = false;

  private constructor(socket: Socket, options: RawSocketOptions) {
    this.#socket = socket;
    this.#onText = options.onText ?? (() => {});
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#received(chunk));
    // Ignored: the connection is closed.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.isClosed = true;
      this.#closed.resolve();
      this.#greeted.reject(new Error('the server closed the connection before it greeted'));
    });
    // Avoids an unhandled rejection for callers that do not wait for the greeting.
    this.#greeted.promise.catch(() => {});
  }

  /** Rejects if the server refuses the connection. */
  static async connect(url: string, options: RawSocketOptions = {}): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const { localAddress } = options;
    const socket = connect({
      host: hostname,
      port: Number(port),
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    const raw = new RawSocket(socket, options);
    await once(socket, 'connect');
    const forwarded =
      options.forwardedFor === undefined ? '' : `X-Forwarded-For: ${options.forwardedFor}\r\n`;
    const upgraded = options.upgrades === undefined ? '' : `&sid=${options.upgrades}`;
    socket.write(
      `GET ${SOCKET_PATH}/?EIO=4&transport=websocket${upgraded} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${forwarded}` +
        `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    raw.send(upgraded === '' ? `40${JSON.stringify({ token: options.token ?? '' })}` : '2probe');
    await raw.#greeted.promise;
    return raw;
  }

  /** Resolves when either side has closed it. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Sends a text message. */
  send(text: string): void {
    this.sendFrame(0x1, Buffer.from(text));
  }

  /** Sends a frame of any kind, masked as clients must; `opcode` 1 text, 2 binary, 9 ping. */
  sendFrame(opcode: number, payload: Buffer, final = true): void {
    if (this.#socket.writable) this.#socket.write(frameOf(opcode, payload, final));
  }

  /** Sends bytes without a frame. */
  write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  /** Subscribes to a topic; the answer comes as a text `43<id>[…]`. */
  subscribe(topic: string, id: number): void {
    this.send(`42${id}["subscribe",${JSON.stringify(topic)}]`);
  }

  unsubscribe(topic: string): void {
    this.send(`42["unsubscribe",${JSON.stringify(topic)}]`);
  }

  /** Stops reading, so that the buffers on the way fill up. */
  stopReading(): void {
    this.#socket.pause();
  }

  readOn(): void {
    this.#socket.resume();
  }

  close(): void {
    this.#socket.destroy();
  }

  #received(chunk: Buffer): void {
    this.receivedBytes += chunk.length;
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#isOpen) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!this.#rest.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) return this.close();
      this.#rest = this.#rest.subarray(end + 4);
      this.#isOpen = true;
    }
    for (let size = this.#frame(); size > 0; size = this.#frame()) this.#rest = this.#rest.subarray(size);
  }

  /** Parses the frame at the start of `#rest`; returns its size, or 0 if it is incomplete. */
  #frame(): number {
    const rest = this.#rest;
    if (rest.length < 2) return 0;
    const short = rest[1]! & 0x7f;
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (rest.length < head) return 0;
    const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : rest.readUIntBE(4, 6);
    if (rest.length < head + length) return 0;
    const payload = rest.subarray(head, head + length);
    const opcode = rest[0]! & 0x0f;
    if (opcode === 0x1) this.#text(payload.toString());
    else if (opcode === 0x9) this.sendFrame(0xa, payload);
    return head + length;
  }

  #text(text: string): void {
    if (text === '2') this.send('3');
    else if (GREETED.test(text)) this.#greeted.resolve();
    this.#onText(text);
  }
}

function frameOf(opcode: number, payload: Buffer, final: boolean): Buffer {
  const head = payload.length < 126 ? 2 : 4;
  const frame = Buffer.alloc(head + 4 + payload.length);
  frame[0] = (final ? 0x80 : 0) | opcode;
  frame[1] = 0x80 | (head === 2 ? payload.length : 126);
  if (head === 4) frame.writeUInt16BE(payload.length, 2);
  // With a mask of zeros the payload stays as it is.
  payload.copy(frame, head + 4);
  return frame;
}
