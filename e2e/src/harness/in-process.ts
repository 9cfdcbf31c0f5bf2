import path from 'node:path';
import { TestServer } from '@tallystick/server/testing/test-server';
import type { App } from './app.ts';
import { launchBrowser } from './browser.ts';

const APPS = path.join(import.meta.dirname, '../../../apps');

export interface InProcess extends App {
  readonly server: TestServer;
}

/** An exchange within the test's own process, which moves its clock and prices, and a browser to visit it with. */
export async function startInProcess(
  options: Parameters<typeof TestServer.start>[0] = {},
): Promise<InProcess> {
  const server = await TestServer.start({
    sockets: true,
    staticApps: { webRoot: path.join(APPS, 'web/dist/'), deskRoot: path.join(APPS, 'desk/dist/') },
    ...options,
  });
  const browser = await launchBrowser();
  return {
    server,
    browser,
    url: server.url,
    webUrl: `${server.url}/web/`,
    restart: () => Promise.reject(new Error('it ends with the process')),
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
