import { randomBytes } from 'node:crypto';

/** So much is sent between two marks: what is read is known to within this. */
export const MARK_EVERY_BYTES = 32 * 1024;

interface Mark {
  readonly id: Buffer;
  /** What had been sent before it. */
  readonly sent: number;
}

/**
 * How much of what was sent to a connection its other end has not read, buffers of the kernel and the network
 * included. Marks travel among the messages: who gives one back has read everything before it. They are random, so
 * that nobody can give back what they have not read.
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

  /** What is to be sent as the mark of everything up to now. */
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

  /** For those who fetch: what was fetched has been read, all but the newest `bytes`. */
  readAllBut(bytes: number): void {
    this.#read = Math.max(this.#read, this.#sent - bytes);
  }
}
