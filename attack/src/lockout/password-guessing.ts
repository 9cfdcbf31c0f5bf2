import { Caller, type Answer } from '@tallystick/server/testing/caller';

/** Concurrent guesses. */
const CONCURRENT = 4;

/** Strangers who guess at one or several accounts, each guess from another address and a browser without a cookie. */
export class PasswordGuessing {
  readonly #url: string;
  #strangers = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** A client with an address never used before (RFC 2544's range for tests). */
  stranger(): Caller {
    const n = ++this.#strangers;
    return new Caller(this.#url, { address: `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}` });
  }

  get strangers(): number {
    return this.#strangers;
  }

  /** Guesses at each login call in turn for that time while `meanwhile` is repeated. Returns all answers by call. */
  async run(
    logins: Readonly<Record<string, (who: Caller, n: number) => Promise<Answer>>>,
    seconds: number,
    meanwhile: () => Promise<void>,
  ): Promise<ReadonlyMap<string, readonly Answer[]>> {
    const answers = new Map<string, Answer[]>(Object.keys(logins).map(name => [name, []]));
    const entries = Object.entries(logins);
    const endMs = performance.now() + seconds * 1000;
    let n = 0;
    const guess = async (): Promise<void> => {
      // On any machine at least twice the guesses that are allowed.
      while (performance.now() < endMs || n < 24 * entries.length) {
        const [name, logIn] = entries[n % entries.length]!;
        answers.get(name)?.push(await logIn(this.stranger(), n++));
      }
    };
    const state = { isOver: false };
    const visits = async (): Promise<void> => {
      do await meanwhile();
      while (!state.isOver);
    };
    const guesses = Promise.all(Array.from({ length: CONCURRENT }, guess)).finally(() => {
      state.isOver = true;
    });
    await Promise.all([guesses, visits()]);
    return answers;
  }
}

/** The median of the times, in milliseconds. */
export function medianMs(answers: readonly Answer[]): number {
  const times = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  return times[times.length >> 1] ?? 0;
}
