import type { Command } from '@tallystick/core';
import type { Database } from '../../database/database.ts';
import { forkEngine, killEngine } from './engine-kill.ts';
import type { EngineReply, EngineRequest } from './engine-process.ts';

/** An engine in its own process, seen from outside. Unanswered requests can be repeated after a kill. */
export class EngineChild {
  readonly #database;
  readonly #child;
  readonly #ready = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, (accepted: boolean) => void>();
  #dead = false;

  constructor(database: Database) {
    this.#database = database;
    this.#child = forkEngine(database.url);
    this.#child.on('message', (message: EngineReply) => {
      if (message.type === 'ready') this.#ready.resolve();
      else this.#waiting.get(message.id)?.(message.accepted !== null);
    });
    this.#child.on('exit', code =>
      this.#ready.reject(new Error(`the engine ended with ${code} before it was ready`)),
    );
  }

  /** Resolves once it has recovered. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Resolves when the command is committed (true) or refused (false); never if the engine is killed before. */
  ask(id: number, command: Command): Promise<boolean> {
    return new Promise(resolve => {
      this.#waiting.set(id, accepted => {
        this.#waiting.delete(id);
        resolve(accepted);
      });
      const request: EngineRequest = {
        id,
        command,
        idempotency: { scope: 'test', key: `key-${id}`, inputHash: `hash-${id}` },
      };
      if (!this.#dead && this.#child.connected) this.#child.send(request, () => {});
    });
  }

  /** Kills it, and ends its database sessions. */
  async kill(): Promise<void> {
    this.#dead = true;
    await killEngine(this.#child, this.#database);
  }
}

/**
 * Sends the commands one after the other: sent at once they could overtake each other, because keys are looked up
 * asynchronously. Throws if one is refused.
 */
export async function prepareExchange(database: Database, commands: readonly Command[]): Promise<void> {
  const engine = new EngineChild(database);
  await engine.ready;
  for (const [index, command] of commands.entries()) {
    // Negative ids, which load generators do not use.
    if (!(await engine.ask(-1 - index, command))) throw new Error(`${command.type} was refused`);
  }
  await engine.kill();
}
