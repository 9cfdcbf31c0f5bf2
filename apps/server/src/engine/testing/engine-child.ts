import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '@tallystick/core';
import type { EngineReply, EngineRequest } from './engine-process.ts';

/** An engine in a process of its own, seen from outside. Requests without an answer can be asked again after a kill. */
export class EngineChild {
  readonly #child;
  readonly #ready = Promise.withResolvers<void>();
  readonly #waiting = new Map<number, (accepted: boolean) => void>();
  #dead = false;

  constructor(databaseUrl: string) {
    this.#child = fork(new URL('./engine-process.ts', import.meta.url), [databaseUrl], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message: EngineReply) => {
      if (message.type === 'ready') this.#ready.resolve();
      else this.#waiting.get(message.id)?.(message.accepted !== null);
    });
  }

  /** When it has recovered. */
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

  async kill(): Promise<void> {
    this.#dead = true;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
