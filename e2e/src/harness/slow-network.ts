import type { BrowserContext, Page, Route } from 'playwright-core';

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
  await context.route(/\/api\/(?!socket\.io)/, route => slowly(route, page));
  await context.routeWebSocket(/\/api\/socket\.io/, socket => {
    const server = socket.connectToServer();
    let before = Promise.resolve();
    server.onMessage(message => {
      // Each is late by itself: one that waited behind others for its turn alone would fall behind without end.
      const ready = late();
      before = before.then(() => ready).then(() => socket.send(message));
    });
  });
}

/** Late on the way there, or late on the way back: then the answer is older than what has happened meanwhile. */
async function slowly(route: Route, page: Page): Promise<void> {
  try {
    const isUpload = route.request().headers()['content-type']?.startsWith('multipart/');
    if (isUpload || Math.random() < 0.5) {
      await late();
      return await route.continue();
    }
    const response = await route.fetch();
    await late();
    await route.fulfill({ response });
  } catch (error) {
    // A page that was left, or a test that ended, waits for no answer; a server that is away gives none.
    if (page.isClosed() || /has been (closed|disposed)/.test(String(error))) return;
    if (!/ECONNREFUSED|ECONNRESET|socket hang up/.test(String(error))) throw error;
    await route.abort();
  }
}

/** Long enough each time that what a page shows meanwhile is what a test meets. */
function late(): Promise<void> {
  const share = 0.3 + Math.random() * 0.7;
  return new Promise(resolve => {
    setTimeout(resolve, share * LATEST_MS);
  });
}
