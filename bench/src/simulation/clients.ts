import { isDeepStrictEqual } from 'node:util';
import type { Command } from '@tallystick/core';
import type { Random } from '@tallystick/core/testing/random';
import type { Committed, Idempotency } from '@tallystick/server/engine/command-bus';
import { hashInput } from '@tallystick/server/engine/idempotency/hash-input';
import { decodeEntries } from '@tallystick/server/engine/journal/command-codec';
import type { VerifiedRow } from '@tallystick/server/engine/journal/journal-reader';
import { Finding, plain } from './judge/finding.ts';

/** Whose wish it is. What the price feed sends is not sent again: there is a newer price by then. */
export type Sender = 'customer' | 'operator' | 'house' | 'feed';

/** Something that somebody wants done once, and asks for with the same key until there is an answer. */
export interface Intent {
  readonly sender: Sender;
  readonly command: Command;
  readonly idempotency: Idempotency;
  answer: Answer | null;
}

/** Accepted with the place in the journal, or refused with the reason. */
export interface Answer {
  readonly sequence: number;
  readonly atMs: number;
  readonly refusal: string | null;
}

/**
 * All who send commands: remembers what each was told, and holds it against the journal. Nothing acknowledged may be missing
 * there, nothing refused may stand there, and nothing twice.
 */
export class Clients {
  /** By key, what is not answered yet, in the order of sending. */
  readonly waiting = new Map<string, Intent>();
  readonly #answered: Intent[] = [];
  /** Answers up to here were compared. */
  #compared = 0;
  /** Key → sequence in the journal. */
  readonly #journaled = new Map<string, number>();
  readonly #intents = new Map<string, Intent>();
  #next = 0;

  intend(sender: Sender, command: Command): Intent {
    const key = `${++this.#next}`;
    const scope = 'customerId' in command ? `customer:${command.customerId}` : sender;
    const idempotency = { scope, key, inputHash: hashInput({ wish: plain(command) }) };
    const intent: Intent = { sender, command, idempotency, answer: null };
    if (sender !== 'feed') this.waiting.set(key, intent);
    this.#intents.set(key, intent);
    return intent;
  }

  /** Something that a service of the server sends with a key of its own, and sends again by itself. */
  intendWith(idempotency: Idempotency, command: Command): Intent {
    const known = this.#intents.get(idempotency.key);
    if (known !== undefined) return known;
    const intent: Intent = { sender: 'operator', command, idempotency, answer: null };
    this.#intents.set(idempotency.key, intent);
    return intent;
  }

  /** An answer came. One that came before must be the same. Returns whether it is the first. */
  told(intent: Intent, { sequence, atMs, outcome }: Committed): boolean {
    const answer: Answer = { sequence, atMs, refusal: outcome.ok ? null : outcome.refusal.code };
    if (intent.answer !== null) {
      if (!isDeepStrictEqual(intent.answer, answer))
        throw new Finding(`${plain(intent.command)} has two answers`, plain(answer), plain(intent.answer));
      return false;
    }
    intent.answer = answer;
    this.waiting.delete(intent.idempotency.key);
    this.#answered.push(intent);
    return true;
  }

  /** Somebody who was answered some time ago, or just now; null while nobody was. */
  someAnswered(random: Random): Intent | null {
    const { length } = this.#answered;
    if (length === 0) return null;
    return this.#answered[Math.max(0, length - 1 - random.below(random.below(2) === 0 ? 20 : length))]!;
  }

  /** Reads a row of the journal: each key once, and with the command that was sent. */
  journaled(row: VerifiedRow): void {
    for (const entry of decodeEntries(row.commands, row.firstSequence)) {
      if (!('command' in entry) || entry.idempotency === null) continue;
      const { sequence, command, idempotency } = entry;
      const { key } = idempotency;
      const before = this.#journaled.get(key);
      if (before !== undefined) throw new Finding(`key ${key} was done twice`, `${sequence}`, `${before}`);
      this.#journaled.set(key, sequence);
      const sent = this.#intents.get(key);
      if (sent === undefined || !isDeepStrictEqual([command, idempotency], [sent.command, sent.idempotency]))
        throw new Finding(`entry ${sequence} is not what was sent`, plain(command), plain(sent?.command));
    }
  }

  /** Holds answers since the last time against the journal, which was read as far as they say. */
  compareNew(): void {
    this.#compare(this.#answered.slice(this.#compared));
    this.#compared = this.#answered.length;
  }

  /** The same for all answers there ever were: nothing refused was done later. */
  compareAll(): void {
    this.#compare(this.#answered);
  }

  #compare(intents: readonly Intent[]): void {
    for (const { idempotency, answer, command } of intents) {
      if (answer === null) continue;
      const found = this.#journaled.get(idempotency.key) ?? null;
      const expected = answer.refusal === null ? answer.sequence : null;
      if (found === expected) continue;
      throw new Finding(`the journal has not what was told of ${plain(command)}`, `${found}`, `${expected}`);
    }
  }
}
