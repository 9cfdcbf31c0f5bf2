import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { IS_CLUSTER } from '@tallystick/server/testing/which-exchange';
import type { StartServer } from './app.ts';

const { resolve } = createRequire(import.meta.url);
const PROGRAM = IS_CLUSTER
  ? resolve('@tallystick/server/testing/cluster-host')
  : resolve('@tallystick/server/testing/exchange-host');

/**
 * Starts the program that runs exchanges, or that runs them in several processes each; see there.
 *
 * @param args of that program
 */
export async function startExchangeHost(
  ...args: string[]
): Promise<{ readonly askAt: string; close(): Promise<void> }> {
  const host = fork(PROGRAM, args);
  const ended = once(host, 'exit');
  const [askAt] = await Promise.race([
    once(host, 'message') as Promise<[string]>,
    ended.then(([code]) => {
      throw new Error(`the host of exchanges ended with ${code}`);
    }),
  ]);
  return {
    askAt,
    close: async () => {
      host.disconnect();
      await ended;
    },
  };
}

/** Starts exchanges in the host at `askAt`. */
export function startHosted(askAt: string): StartServer {
  return async env => {
    const url = await ask<string>(askAt, { open: env });
    return { url, stop: () => ask(askAt, { close: url }) };
  };
}

async function ask<Answer>(askAt: string, question: object): Promise<Answer> {
  const reply = await fetch(askAt, { method: 'POST', body: JSON.stringify(question) });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as Answer;
}
