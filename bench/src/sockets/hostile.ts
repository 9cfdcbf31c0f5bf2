/** Connections that never read and connections that flood, in a process of their own. */
import { SilentReaders } from '@tallystick/attack/parts/silent-readers';
import { SocketFlood } from '@tallystick/attack/parts/socket-flood';

export interface HostileJob {
  readonly port: number;
  readonly silent: number;
  readonly flooding: number;
}

const ASK_EVERY_MS = 200;

process.once('message', ({ port, silent, flooding }: HostileJob) => void start(port, silent, flooding));

async function start(port: number, silent: number, flooding: number): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const silentReaders = await SilentReaders.connect(url, silent);
  const flood = new SocketFlood(url, flooding);
  const timer = setInterval(() => void silentReaders.ask(), ASK_EVERY_MS);
  process.once('message', () => {
    clearInterval(timer);
    silentReaders.close();
    void flood.stop().then(() => process.disconnect?.());
  });
  process.send?.('started');
}
