import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What a program does that runs exchanges for browser tests. */
export interface ExchangeHost {
  /** Starts an exchange with these settings and resolves to its address. */
  open(env: Readonly<Record<string, string>>): Promise<string>;
  /** Stops the exchange at this address in order. */
  close(url: string): Promise<void>;
}

/** Tells whoever forked this program where exchanges can be asked for. The program ends with the one that started it. */
export async function openDoors(host: ExchangeHost): Promise<void> {
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const asked = (await json(request)) as
      | { readonly open: Record<string, string> }
      | { readonly close: string };
    return 'open' in asked ? host.open(asked.open) : host.close(asked.close);
  };
  const doors = createServer((request, response) => {
    answer(request).then(
      result => response.end(JSON.stringify(result ?? null)),
      (error: unknown) =>
        response
          .writeHead(500)
          .end(error instanceof Error ? `${error.stack}\n${String(error.cause)}` : String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(doors, 'listening');
  process.send?.(`http://127.0.0.1:${(doors.address() as AddressInfo).port}/`);
}
