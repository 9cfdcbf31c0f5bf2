import { setTimeout as pause } from 'node:timers/promises';
import { TakeoverExchange } from './exchange.ts';
import { aim, hostsFor, type Fault } from './faults.ts';
import { Senders } from './senders.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Rounds {
  /** Milliseconds from each fault to the first acknowledgement by a core with a higher epoch. */
  readonly takeovers: readonly number[];
  /** Answers `busy` and `outcome_unknown`, after which the sender asked again. */
  readonly askedAgain: number;
  readonly verdict: Verdict;
}

/** Nothing comes any more: more than the loss of a host and a busy machine explain. */
const TOO_LONG_MS = 180_000;

/** Lets the fault happen again and again under load, each time after everything has become whole again. */
export async function takeoverRounds(
  fault: Fault,
  rounds: number,
  options: { readonly senders: number; readonly betweenMs: number; readonly onRound?: (ms: number) => void },
): Promise<Rounds> {
  const exchange = await TakeoverExchange.open(await hostsFor(fault));
  try {
    if (exchange.cluster !== null) for (const core of exchange.cores) core.keep();
    const senders = new Senders(exchange.gateway, options.senders);
    const takeovers: number[] = [];
    const strikeAgain = async (): Promise<void> => {
      for (let round = 0; round < rounds; round++) {
        await pause(options.betweenMs);
        const strike = await aim(exchange, fault);
        const took = senders.untilAfter(exchange.gateway.epoch());
        const over = await strike();
        const ms = await Promise.race([took, late(exchange)]);
        takeovers.push(ms);
        options.onRound?.(ms);
        await over();
      }
      senders.stop();
    };
    await Promise.all([strikeAgain(), senders.ended]);
    const { acknowledged, askedAgain } = senders;
    return { takeovers, askedAgain, verdict: await judge(exchange.database.url, acknowledged) };
  } finally {
    await exchange.stop();
  }
}

async function late(exchange: TakeoverExchange): Promise<never> {
  await pause(TOO_LONG_MS, undefined, { ref: false });
  throw new Error(`nobody answers after ${TOO_LONG_MS / 1_000} s:\n${exchange.output()}`);
}
