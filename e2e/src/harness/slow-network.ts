import type { BrowserContext, Page } from 'playwright-core';

/** SLOW_NETWORK=1500: every answer of the API comes up to that many milliseconds late, each by another time. */
const LATEST_MS = Number(process.env['SLOW_NETWORK'] ?? 0);
/** SLOW_PROCESSOR=4: the browser's pages work that many times slower. */
const SLOWDOWN = Number(process.env['SLOW_PROCESSOR'] ?? 1);

/**
 * Whoever hunts for tests, and pages, that count on an order of events no network promises, sets these two. Otherwise
 * pages are as fast as they are. What the server says by itself keeps its order, as a socket does.
 */
export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  if (SLOWDOWN > 1) {
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  if (LATEST_MS === 0) return;
  await context.route(/\/api\/(?!socket\.io)/, async route => {
    await late();
    // A page that was left, or a test that ended, waits for no answer.
    await route.continue().catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
  });
  await context.routeWebSocket(/\/api\/socket\.io/, socket => {
    const server = socket.connectToServer();
    let before = Promise.resolve();
    server.onMessage(message => {
      before = before.then(late).then(() => socket.send(message));
    });
  });
}

/** Long enough each time that what a page shows meanwhile is what a test meets. */
function late(): Promise<void> {
  const share = 0.3 + Math.random() * 0.7;
  return new Promise(resolve => {
    setTimeout(resolve, share * LATEST_MS);
  });
}
