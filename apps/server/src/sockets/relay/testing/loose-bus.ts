import type { Link, LinkMessage } from '../../../engine/remote/link.ts';

type Take = (message: LinkMessage) => void;
type End = Pick<Link, 'isUp' | 'publish' | 'subscribe' | 'unsubscribe'>;

interface Underway {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly take: Take;
}

/** NATS as bad as it may be: what is under way stays there until it is delivered, lost, repeated or overtaken. */
export class LooseBus {
  readonly #subscriptions = new Map<string, Set<Take>>();
  #underway: Underway[] = [];
  #isUp = true;

  /** One process's connection. */
  end(): End {
    const own = new Map<string, Take>();
    const subscriptions = this.#subscriptions;
    const isUp = (): boolean => this.#isUp;
    return {
      get isUp() {
        return isUp();
      },
      publish: (subject, data) => {
        if (!this.#isUp) return false;
        for (const take of subscriptions.get(subject) ?? []) this.#underway.push({ subject, data, take });
        return true;
      },
      subscribe(subject, take) {
        own.set(subject, take);
        const takers = subscriptions.get(subject) ?? new Set();
        subscriptions.set(subject, takers.add(take));
      },
      unsubscribe(subject) {
        const take = own.get(subject);
        if (take !== undefined) subscriptions.get(subject)?.delete(take);
        own.delete(subject);
      },
    };
  }

  /** Those that somebody has subscribed to. */
  subjects(prefix: string): string[] {
    return [...this.#subscriptions.keys()].filter(subject => subject.startsWith(prefix));
  }

  /** Whatever is published while it is down is lost. */
  set isUp(isUp: boolean) {
    this.#isUp = isUp;
    if (!isUp) this.#underway = [];
  }

  /** The oldest ones arrive. */
  deliver(count = Infinity): void {
    for (let left = count; left > 0; left--) {
      const next = this.#underway.shift();
      if (next === undefined) return;
      // A subscription that has ended hears nothing more.
      if (this.#subscriptions.get(next.subject)?.has(next.take) === true)
        next.take({ subject: next.subject, data: next.data, unheard: false });
    }
  }

  lose(at: number): void {
    this.#underway.splice(at % Math.max(1, this.#underway.length), 1);
  }

  repeat(at: number): void {
    const again = this.#underway[at % Math.max(1, this.#underway.length)];
    if (again !== undefined) this.#underway.push(again);
  }

  /** One is overtaken by all others. */
  delay(at: number): void {
    this.#underway.push(...this.#underway.splice(at % Math.max(1, this.#underway.length), 1));
  }
}
