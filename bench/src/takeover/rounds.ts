import { setTimeout as pause } from 'node:timers/promises';
import { TakeoverExchange, type Core } from './exchange.ts';
import { Senders } from './senders.ts';
import { judge, type Verdict } from './verdict.ts';

/** `kill`: SIGKILL; `cut`: its machine's cable is pulled; `pause`: it stands still, and then goes on; `stop`: SIGTERM. */
export const FAULTS = ['kill', 'cut', 'pause', 'stop'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Rounds {
  /** Milliseconds from each fault to the first acknowledgement by the other core. */
  readonly takeovers: readonly number[];
  readonly verdict: Verdict;
}

/** Longer than it takes until it is deposed. */
const PAUSE_MS = 6_000;

/** Lets the active core fail again and again under load, each time after the other has become ready to take over. */
export async function takeoverRounds(
  fault: Fault,
  rounds: number,
  options: { readonly senders: number; readonly betweenMs: number; readonly onRound?: (ms: number) => void },
): Promise<Rounds> {
  const exchange = await TakeoverExchange.open(fault === 'cut');
  try {
    const senders = new Senders(exchange.gateway, options.senders);
    const takeovers: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await pause(options.betweenMs);
      const failing = exchange.active();
      const took = senders.untilAfter(exchange.gateway.epoch());
      const over = await fail(failing, fault);
      const ms = await took;
      takeovers.push(ms);
      options.onRound?.(ms);
      await over();
      await failing.again();
    }
    await senders.stop();
    return { takeovers, verdict: await judge(exchange.database.url, senders.acknowledged) };
  } finally {
    await exchange.stop();
  }
}

/** Returns what ends the fault, after the other one has taken over. */
async function fail({ process, machine }: Core, fault: Fault): Promise<() => Promise<void>> {
  switch (fault) {
    case 'kill':
      process.signal('SIGKILL');
      return async () => undefined;
    case 'stop':
      process.signal('SIGTERM');
      return async () => undefined;
    case 'cut':
      await machine!.cut();
      return () => machine!.uncut();
    case 'pause': {
      process.signal('SIGSTOP');
      const standing = pause(PAUSE_MS);
      return async () => {
        await standing;
        process.signal('SIGCONT');
      };
    }
  }
}
