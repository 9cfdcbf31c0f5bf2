import { RawSocket } from '@tallystick/server/testing/raw-socket';

interface IndexTick {
  readonly topic: string;
  readonly sequence: number;
  readonly data: readonly (readonly [number: number, price: string, atMs: number])[];
}

/** Honest pages that watch an index, measure the delay of each tick, and notice missing ones. */
export class Readers {
  readonly #sockets: RawSocket[] = [];
  #latenciesMs: number[] = [];
  #missing = 0;

  /** Each from an address of its own. */
  static async connect(url: string, count: number): Promise<Readers> {
    const readers = new Readers();
    for (let i = 0; i < count; i++) {
      let expected: number | null = null;
      const socket = await RawSocket.connect(url, {
        forwardedFor: `203.0.113.${1 + (i % 250)}`,
        onText(text) {
          if (!text.startsWith('42["message"')) return;
          const [, message] = JSON.parse(text.slice(2)) as [string, IndexTick];
          if (expected !== null) readers.#missing += message.sequence - expected;
          expected = message.sequence + 1;
          for (const [, , atMs] of message.data) readers.#latenciesMs.push(Date.now() - atMs);
        },
      });
      socket.subscribe('index:1', 1);
      readers.#sockets.push(socket);
    }
    return readers;
  }

  /** The p99 in milliseconds from tick to page since the last call, and the number of ticks. */
  take(): { readonly p99Ms: number; readonly ticks: number } {
    const latencies = this.#latenciesMs;
    this.#latenciesMs = [];
    return { p99Ms: p99(latencies), ticks: latencies.length };
  }

  /** Missing messages so far. */
  get missing(): number {
    return this.#missing;
  }

  get closed(): number {
    return this.#sockets.filter(({ isClosed }) => isClosed).length;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

/** 0 if there are no values. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}
