import type { BrowserContext, Page, Route } from 'playwright-core';

/** SLOW_NETWORK=1500: every answer of the API is delayed by up to that many milliseconds, each differently. */
const LATEST_MS = Number(process.env['SLOW_NETWORK'] ?? 0);
/** SLOW_PROCESSOR=4: the browser's pages run that many times slower. */
const SLOWDOWN = Number(process.env['SLOW_PROCESSOR'] ?? 1);

/**
 * Settings to find tests and pages that depend on an order of events no network guarantees. Without them pages run at full
 * speed. Messages on the socket keep their order.
 */
export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  if (SLOWDOWN > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  if (LATEST_MS === 0) return;
  await context.route(/\/api\/(?!socket\.io)/, route => delayRoute(route, page));
  await context.routeWebSocket(/\/api\/socket\.io/, socket => {
    const server = socket.connectToServer();
    let before = Promise.resolve();
    server.onMessage(message => {
      // All delays run at the same time: one after the other they would add up.
      const ready = randomDelay();
      before = before.then(() => ready).then(() => socket.send(message));
    });
  });
}

/** Delays the request or the answer. A delayed answer may be out of date when it arrives. */
async function delayRoute(route: Route, page: Page): Promise<void> {
  try {
    const isUpload = route.request().headers()['content-type']?.startsWith('multipart/');
    if (isUpload || Math.random() < 0.5) {
      await randomDelay();
      return await route.continue();
    }
    const response = await route.fetch();
    await randomDelay();
    await route.fulfill({ response });
  } catch (error) {
    // Nobody waits for the answer once the page is closed, the test is over or the server is stopped.
    if (page.isClosed() || /has been (closed|disposed)/.test(String(error))) return;
    if (!/ECONNREFUSED|ECONNRESET|socket hang up/.test(String(error))) throw error;
    await route.abort();
  }
}

/** At least 30 % of the maximum, so that tests see what a page shows while it waits. */
function randomDelay(): Promise<void> {
  const share = 0.3 + Math.random() * 0.7;
  return new Promise(resolve => {
    setTimeout(resolve, share * LATEST_MS);
  });
}
