import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openExchange, type RunningExchange } from './app.ts';
import { copyOf, QUIETER, type Prepared } from './prepared-place.ts';
import { furnish, WALKED, type Furnished } from './walk/furnish.ts';

/** Where a shared exchange is. */
export type SharedAddress = Pick<RunningExchange, 'url' | 'webUrl'>;
/** The same of an exchange whose pages are not empty. */
export type FurnishedAddress = SharedAddress & Furnished;

interface Shared {
  readonly exchange: RunningExchange;
  readonly answer: SharedAddress;
}

/**
 * Answers the workers of a test run with the address of an exchange, started for the first of them that asks: `/plain` of
 * one that many files use, `/furnished` of the one that is walked through.
 */
export async function offerSharedExchanges(
  prepared: Prepared,
): Promise<{ readonly askAt: string; close(): Promise<void> }> {
  const plain = async (): Promise<Shared> => {
    // Many customers come from one address.
    const exchange = await openExchange(await copyOf(prepared), { ...QUIETER, RATE_LIMITS: 'off' });
    return { exchange, answer: addressOf(exchange) };
  };
  const furnished = async (): Promise<Shared> => {
    const exchange = await openExchange(await copyOf(prepared), { ...QUIETER, ...WALKED });
    try {
      return { exchange, answer: { ...addressOf(exchange), ...(await furnish(exchange)) } };
    } catch (error) {
      await exchange.close();
      throw error;
    }
  };
  const offers: Readonly<Record<string, () => Promise<Shared>>> = {
    '/plain': plain,
    '/furnished': furnished,
  };
  const started = new Map<string, Promise<Shared>>();
  const door = createServer((request, response) => {
    const offered = request.url ?? '';
    started
      .getOrInsertComputed(offered, async () => {
        const start = offers[offered];
        if (start === undefined) throw new Error(`there is no ${offered}`);
        return start();
      })
      .then(
        ({ answer }) => response.end(JSON.stringify(answer)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  return {
    askAt: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: async () => {
      door.close();
      // The caller was told why it did not start.
      const ended = await Promise.allSettled(started.values());
      await Promise.all(ended.map(one => (one.status === 'fulfilled' ? one.value.exchange.close() : null)));
    },
  };
}

function addressOf({ url, webUrl }: RunningExchange): SharedAddress {
  return { url, webUrl };
}
