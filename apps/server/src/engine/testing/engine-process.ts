import type { Command, Refusal } from '@tallystick/core';
import { Registry } from 'prom-client';
import { SILENT_LOG } from '../../database/log.ts';
import { createPool } from '../../database/pool.ts';
import { SubmitError, type Idempotency } from '../command-bus.ts';
import type { EngineOptions } from '../engine.ts';
import { standBy } from '../standby.ts';
import { startEngine } from '../start-engine.ts';

/**
 * An engine in its own process, to be killed: `node engine-process.ts DATABASE_URL [AHEAD_MS] [stand-by]`, with an IPC channel
 * that carries bigints. Its clock is AHEAD_MS ahead. With `stand-by` it waits for the engine that writes to end, and sends `waits`. It sends `ready`, takes requests, and answers each once it is committed or
 * refused.
 */
export interface EngineRequest {
  readonly id: number;
  readonly command: Command;
  readonly idempotency: Idempotency;
}

export type EngineReply =
  | { readonly type: 'ready' }
  | {
      readonly type: 'answer';
      readonly id: number;
      /** The command's sequence, and the id of the order it placed, if any; null if it was refused. */
      readonly accepted: { readonly sequence: number; readonly orderId: number | null } | null;
      readonly refusal: Refusal | null;
    };

/** One that stands by says so, too. */
export type StandbyReply = EngineReply | { readonly type: 'waits' };

function reply(message: StandbyReply): void {
  process.send?.(message);
}

const databaseUrl = process.argv[2]!;
const aheadMs = Number(process.argv[3] ?? 0);
const options: EngineOptions = {
  pool: createPool(databaseUrl, 4, SILENT_LOG),
  databaseUrl,
  log: SILENT_LOG,
  registry: new Registry(),
  now: () => Date.now() + aheadMs,
  onFatal(error) {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
  settings: { snapshotEvery: 400, maxBatch: 50, gatherMs: 0 },
};
const onWaiting = (): void => reply({ type: 'waits' });
const engine = await (process.argv[4] === 'stand-by'
  ? standBy({ ...options, onWaiting, onStandingBy: onWaiting })
  : startEngine(options));

process.on('message', (message: EngineRequest | 'stop') => {
  if (message === 'stop') void stop();
  else void answer(message);
});
reply({ type: 'ready' });

async function answer({ id, command, idempotency }: EngineRequest): Promise<void> {
  try {
    const { sequence, outcome } = await engine.bus.submit(command, { idempotency });
    if (!outcome.ok) {
      reply({ type: 'answer', id, accepted: null, refusal: outcome.refusal });
      return;
    }
    const placed = outcome.events
      .filter(event => event.type === 'orderChanged')
      .find(({ order }) => order.clientOrderId === idempotency.key);
    const accepted = { sequence, orderId: placed?.order.orderId ?? null };
    reply({ type: 'answer', id, accepted, refusal: null });
  } catch (error) {
    // The sender sends it again after the restart.
    if (!(error instanceof SubmitError && error.code === 'stopped')) throw error;
  }
}

async function stop(): Promise<void> {
  await engine.stop();
  process.exit(0);
}
