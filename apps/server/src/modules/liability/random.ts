import { createCipheriv, randomBytes } from 'node:crypto';

const BLOCK = 65_536;

/** Unpredictable bytes and whole numbers: the key stream of AES-256 under a key that nobody keeps. */
export class Random {
  readonly #cipher;
  #block = Buffer.alloc(0);
  #at = 0;

  /** @param key 32 bytes; tests give one. */
  constructor(key: Buffer = randomBytes(32)) {
    this.#cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  }

  bytes(count: number): Buffer {
    if (this.#at + count > this.#block.length) {
      this.#block = this.#cipher.update(Buffer.alloc(BLOCK));
      this.#at = 0;
    }
    return this.#block.subarray(this.#at, (this.#at += count));
  }

  /** From 0 to `below` − 1, each as likely: numbers beyond the last whole multiple are drawn again. */
  below(below: number): number {
    const bound = 2 ** 32 - (2 ** 32 % below);
    for (;;) {
      const drawn = this.bytes(4).readUInt32BE();
      if (drawn < bound) return drawn % below;
    }
  }

  /** 0 to `count` − 1 in a random order (Fisher and Yates). */
  order(count: number): Uint32Array {
    const order = Uint32Array.from({ length: count }, (_, index) => index);
    for (let last = count - 1; last > 0; last--) {
      const other = this.below(last + 1);
      const kept = order[last]!;
      order[last] = order[other]!;
      order[other] = kept;
    }
    return order;
  }
}
