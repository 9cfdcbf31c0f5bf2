import { announce, lumaChange } from '../../modules/launch/testing/offer.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import type { TestServerOptions } from '../../testing/test-server-parts.ts';

/** A server with data for every call, and two customers with money. */
export interface PopulatedServer {
  readonly server: TestServer;
  readonly contracts: PerpetualTraders;
  readonly customer: TestCustomer;
  readonly stranger: TestCustomer;
}

/** The caller closes it. */
export async function startPopulatedServer(options: TestServerOptions = {}): Promise<PopulatedServer> {
  const server = await TestServer.start(options);
  const contracts = new PerpetualTraders(server);
  await contracts.begin();
  await announce(server, lumaChange(server.clock.nowMs, { start_ms: server.clock.nowMs }));
  const customer = await verifiedCustomer(server);
  const stranger = await server.customer('funded');
  return { server, contracts, customer, stranger };
}

/** A customer with money, verified because otherwise some odd values would be valid names or addresses. */
export async function verifiedCustomer(server: TestServer): Promise<TestCustomer> {
  const customer = await server.customer('funded');
  await server.database.pool.query(`update customers set verification = 'verified' where id = $1`, [
    customer.id,
  ]);
  return customer;
}
