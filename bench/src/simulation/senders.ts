import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Random } from '@tallystick/core/testing/random';
import { SubmitError, type CommandBus, type Committed } from '@tallystick/server/engine/command-bus';
import { Clients, type Intent } from './clients.ts';
import type { Counts } from './counts.ts';
import type { Machine } from './engine/machine.ts';
import { Finding, plain } from './judge/finding.ts';
import { Refusals } from './judge/judge.ts';

/** An engine whose connections fail ends itself soon. */
const DIES_WITHIN_MS = 30_000;
/** In one of so many steps somebody asks again. */
const ASKS_AGAIN = 6;
const NO_WITHDRAWAL = Number.MAX_SAFE_INTEGER;

export interface Asking {
  /** The clock is in doubt: nobody may get an answer that is new. */
  readonly isDoubted: boolean;
  /** Waits for the tables, too. */
  readonly isCareful: boolean;
}

/** Sends what clients want to an engine, and notes what they are told. */
export class Senders {
  readonly clients = new Clients();
  /** For the judge, who knows whether they were right. */
  readonly refusals = new Refusals();
  /** Accepted commands of customers. */
  accepted = 0;
  readonly #counts: Counts;

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  /** Asks at once for all of it, and waits for answers or for the engine's end. */
  async ask(machine: Machine, intents: readonly Intent[], asking: Asking): Promise<void> {
    const { engine, failed } = machine;
    const strays: unknown[] = [];
    await Promise.all(intents.map(intent => this.#askOne(engine.bus, intent, asking.isDoubted, strays)));
    // What is left of time's work: then no command is applied before the next step.
    await engine.wake();
    // A strike must not find rows of earlier steps under way to the tables.
    if (asking.isCareful) await Promise.race([engine.projected(), failed]).catch(() => failed);
    await diesOf(machine, strays);
  }

  /**
   * Somebody whose answer was lost on the way asks again, and somebody else uses that key for another wish. Both find the first
   * answer in the way.
   */
  async askAgain({ engine: { bus } }: Machine, random: Random): Promise<void> {
    if (random.below(ASKS_AGAIN) > 0) return;
    const intent = random.below(4) === 0 ? await this.#refusedAlone(bus) : this.clients.someAnswered(random);
    if (intent === null) return;
    const { command, idempotency } = intent;
    this.#counts.add('asked again');
    const again = await bus.submit(command, { idempotency });
    if (!again.replayed)
      throw new Finding(`${plain(command)} was asked for twice`, 'done twice', 'its first answer');
    this.clients.told(intent, again);
    const reused = await bus.submit(command, { idempotency: { ...idempotency, inputHash: 'another' } }).then(
      () => 'answered',
      (error: unknown) => (error instanceof SubmitError ? error.code : String(error)),
    );
    if (reused === 'idempotency_key_reused') return;
    throw new Finding(
      `the key of ${plain(command)} came with another input`,
      reused,
      'idempotency_key_reused',
    );
  }

  /** A commit of nothing but a refusal. */
  async #refusedAlone(bus: CommandBus): Promise<Intent> {
    const intent = this.clients.intend('operator', {
      type: 'releaseWithdrawal',
      withdrawalId: NO_WITHDRAWAL,
    });
    this.#heard(intent, await bus.submit(intent.command, { idempotency: intent.idempotency }));
    return intent;
  }

  /** For services of the server, which send by themselves, with keys of their own. */
  busOf({ engine }: Machine): CommandBus {
    return {
      submit: async (command, { idempotency } = {}) => {
        if (idempotency === undefined)
          throw new Finding('a service sends without a key', plain(command), 'a key');
        const intent = this.clients.intendWith(idempotency, command);
        const committed = await engine.bus.submit(command, { idempotency });
        this.#heard(intent, committed);
        return committed;
      },
    };
  }

  async #askOne(bus: CommandBus, intent: Intent, isDoubted: boolean, strays: unknown[]): Promise<void> {
    const { command, idempotency } = intent;
    try {
      const committed = await bus.submit(command, { idempotency });
      if (isDoubted && !committed.replayed)
        throw new Finding(`${plain(command)} while the clock was in doubt`, 'answered', 'clock_stopped');
      this.#heard(intent, committed);
    } catch (error) {
      if (error instanceof Finding) throw error;
      // Whoever has no answer asks again. A dying engine's connections fail in many ways.
      if (!(error instanceof SubmitError)) strays.push(error);
      else if (error.code === 'idempotency_key_reused' || error.code === 'invalid_text')
        throw new Finding(`${plain(command)} was turned away`, error.code, 'an answer');
    }
  }

  #heard(intent: Intent, committed: Committed): void {
    if (!this.clients.told(intent, committed)) return;
    const { sequence, atMs, outcome } = committed;
    const { command, sender } = intent;
    const code = outcome.ok ? 'accepted' : outcome.refusal.code;
    this.#counts.add(`${command.type} ${code}`);
    if (!outcome.ok) this.refusals.add({ sequence, atMs, command, code });
    else if (sender === 'customer') this.accepted++;
  }
}

/** Errors that nobody expects are those of an engine that dies. Throws the first if it goes on living. */
export async function diesOf(machine: Machine, errors: readonly unknown[]): Promise<void> {
  if (errors.length > 0 && !(await dies(machine))) throw errors[0];
}

/** Whether an engine ends now that something has happened to it. */
export async function dies(machine: Machine): Promise<boolean> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const late = pauseFor(DIES_WITHIN_MS, undefined, { signal }).catch(() => undefined);
  await Promise.race([machine.failed, late]);
  waiting.abort();
  return machine.failure !== null;
}
