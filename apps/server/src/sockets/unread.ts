import { randomBytes } from 'node:crypto';

/** Bytes between two marks: what is read is known to this precision. */
export const MARK_EVERY_BYTES = 32 * 1024;

interface Mark {
  readonly id: Buffer;
  /** What had been sent before it. */
  readonly sent: number;
}

/**
 * Counts the bytes sent to a connection and not read yet at its other end, also in buffers of kernel and network. Marks
 * are sent among the messages: a client that returns one has read everything before it. They are random, so that nobody
 * can return a mark they have not read.
 */
export class Unread {
  #sent = 0;
  #read = 0;
  #marked = 0;
  readonly #marks: Mark[] = [];

  get bytes(): number {
    return this.#sent - this.#read;
  }

  get isMarkDue(): boolean {
    return this.#sent - this.#marked >= MARK_EVERY_BYTES;
  }

  send(bytes: number): void {
    this.#sent += bytes;
  }

  /** The next mark to send; it covers everything up to now. */
  mark(): Buffer {
    const id = randomBytes(8);
    this.#marks.push({ id, sent: this.#sent });
    this.#marked = this.#sent;
    return id;
  }

  /** False if there is no such mark. */
  returned(id: Buffer): boolean {
    const index = this.#marks.findIndex(mark => mark.id.equals(id));
    if (index < 0) return false;
    this.#read = Math.max(this.#read, this.#marks[index]!.sent);
    this.#marks.splice(0, index + 1);
    return true;
  }

  /** For polling: everything fetched was read, except the newest `bytes`. */
  readAllBut(bytes: number): void {
    this.#read = Math.max(this.#read, this.#sent - bytes);
  }
}
