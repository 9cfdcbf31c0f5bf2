import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fontEnvironment } from '../harness/fonts.ts';
import { Helper, SCREEN, type Engine } from './engine.ts';
import { FIREFOX, findProgram } from './programs.ts';

/** No first-run questions, no calls to Mozilla, and as little animation as on the other tests' phones. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
  // Overlay scrollbars, as on phones: a desktop's would take a part of the page's width.
  'ui.useOverlayScrollbars': 1,
};

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
  readonly params?: { readonly level?: string; readonly text?: string | null };
}

type Evaluation =
  | { readonly type: 'success'; readonly result: { readonly value: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } };

/** One connection that speaks WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/): commands, and what was logged. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  readonly complaints: string[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data)) as Answer));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has hung up'));
    });
  }

  static async open(url: string): Promise<Connection> {
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`no answer from ${url}`)));
    });
    return new Connection(socket);
  }

  #hear({ id, type, result, message, params }: Answer): void {
    if (type === 'event') {
      if (params?.level === 'error') this.complaints.push(params.text ?? 'an error without words');
      return;
    }
    const command = this.#waiting.get(id ?? 0);
    this.#waiting.delete(id ?? 0);
    if (type === 'success') command?.resolve(result);
    else command?.reject(new Error(message));
  }

  send<Result>(method: string, params: object): Promise<Result> {
    const answer = Promise.withResolvers<unknown>();
    this.#lastId += 1;
    this.#waiting.set(this.#lastId, answer);
    this.#socket.send(JSON.stringify({ id: this.#lastId, method, params }));
    return answer.promise as Promise<Result>;
  }
}

/** Firefox without a window, with a profile that is removed at the end. */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(path.join(tmpdir(), 'tallystick-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const env = { ...process.env, ...fontEnvironment(), HOME: profile, TZ: 'Asia/Bangkok' };
  const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const program = new Helper(findProgram(FIREFOX) ?? FIREFOX.file, args, { env });
  const close = async (): Promise<void> => {
    await program.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await program.says(/WebDriver BiDi listening on (ws:\S+)/);
    const connection = await Connection.open(`${address}/session`);
    const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>(
      'session.new',
      { capabilities: {} },
    );
    const { contexts } = await connection.send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      {},
    );
    const context = contexts[0]?.context;
    await connection.send('session.subscribe', { events: ['log.entryAdded'] });
    await connection.send('browsingContext.setViewport', { context, viewport: SCREEN, devicePixelRatio: 2 });
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      load: async url => {
        await connection.send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      run: async (source, argument) => {
        const answer = await connection.send<Evaluation>('script.callFunction', {
          functionDeclaration: source,
          arguments: [{ type: 'string', value: argument }],
          target: { context },
          awaitPromise: true,
        });
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
        return answer.result.value;
      },
      perform: async actions => {
        await connection.send('input.performActions', { context, actions });
      },
      complaints: async () => connection.complaints.splice(0),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
