import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@tallystick/server/testing/run-server';
import { fontEnvironment } from '../harness/fonts.ts';
import { evaluate, Helper, TIMEOUT_MS, SCREEN, type Engine, type Run } from './engine.ts';
import { findProgram, WEBKIT_BROWSER, WEBKIT_DRIVER, XVFB } from './programs.ts';

/** MiniBrowser's own toolbar is wider than a phone unless its padding is removed. */
const STYLE = '* { padding: 0; margin: 0; border-width: 0; min-width: 0; min-height: 0; font-size: 1px; }';
/** As little animation as on the other tests' phones. */
const SETTINGS = '[Settings]\ngtk-enable-animations=false\n';

interface Rectangle {
  readonly width: number;
  readonly height: number;
}

/** This engine does not report console output, so the page collects it from the moment its document exists. */
function keepComplaints(): void {
  const kept: string[] = [];
  Object.assign(window, { keptComplaints: kept });
  window.addEventListener('error', event => kept.push(`uncaught: ${event.message}`));
  window.addEventListener('unhandledrejection', event => kept.push(`unhandled: ${String(event.reason)}`));
  const log = console.error.bind(console);
  console.error = (...words: unknown[]) => {
    kept.push(`console: ${words.map(String).join(' ')}`);
    log(...words);
  };
}

function takeComplaints(): string[] {
  return (window as unknown as { keptComplaints: string[] }).keptComplaints.splice(0);
}

/** WebDriver (https://www.w3.org/TR/webdriver2/) over HTTP. */
class Session {
  readonly #base: string;
  constructor(base: string) {
    this.#base = base;
  }

  async call<Result>(method: 'POST' | 'DELETE', command: string, parameters?: object): Promise<Result> {
    const body = parameters && { body: JSON.stringify(parameters) };
    const reply = await fetch(`${this.#base}${command}`, { method, ...body });
    const { value } = (await reply.json()) as { value: Result & { error?: string; message?: string } };
    if (!reply.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
}

/** Enlarges the window by its frame, so that the page has the wanted size. */
async function fitWindow(session: Session, run: Run): Promise<void> {
  const inner = () => evaluate(run, (): Rectangle => ({ width: innerWidth, height: innerHeight }));
  let { width, height }: Rectangle = SCREEN;
  for (let tries = 0; tries < 5; tries++) {
    await session.call('POST', '/window/rect', { width, height });
    const page = await inner();
    if (page.width === SCREEN.width && page.height === SCREEN.height) return;
    width += SCREEN.width - page.width;
    height += SCREEN.height - page.height;
  }
  throw new Error(
    `The page cannot have ${SCREEN.width} × ${SCREEN.height}: ${JSON.stringify(await inner())}`,
  );
}

/** WebKitGTK's MiniBrowser on a virtual screen. */
export async function startWebKit(): Promise<Engine> {
  const home = await mkdtemp(path.join(tmpdir(), 'tallystick-webkit-'));
  const theme = path.join(home, 'gtk-3.0');
  await mkdir(theme);
  await writeFile(path.join(theme, 'gtk.css'), STYLE);
  await writeFile(path.join(theme, 'settings.ini'), SETTINGS);
  const helpers: Helper[] = [];
  const start = (...[program, args, env]: [string | null, string[], NodeJS.ProcessEnv]): Helper => {
    const helper = new Helper(program ?? '', args, { env });
    helpers.unshift(helper);
    return helper;
  };
  const close = async (): Promise<void> => {
    for (const helper of helpers) await helper.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const screen = ['-displayfd', '3', '-screen', '0', '1600x2000x24', '-nolisten', 'tcp'];
    const display = await start(findProgram(XVFB), screen, process.env).says(/^(\d+)\n/m);
    const env = {
      ...process.env,
      ...fontEnvironment(),
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      GDK_SCALE: '2',
      HOME: home,
      XDG_CONFIG_HOME: home,
      TZ: 'Asia/Bangkok',
    };
    const port = await freePort();
    const driver = start(findProgram(WEBKIT_DRIVER), [`--port=${port}`], env);
    const base = `http://127.0.0.1:${port}`;
    await driver.until('to answer', () =>
      fetch(`${base}/status`).then(
        reply => reply.ok || undefined,
        // It does not report when it is ready, so it may need another attempt.
        () => undefined,
      ),
    );
    const options = { binary: WEBKIT_BROWSER.file, args: ['--automation'] };
    const { sessionId, capabilities } = await new Session(base).call<{
      sessionId: string;
      capabilities: { browserVersion: string };
    }>('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
    const session = new Session(`${base}/session/${sessionId}`);
    await session.call('POST', '/timeouts', { script: TIMEOUT_MS, pageLoad: TIMEOUT_MS });
    const run: Run = (source, argument) =>
      session.call('POST', '/execute/sync', { script: `return (${source})(arguments[0])`, args: [argument] });
    await fitWindow(session, run);
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      load: async url => {
        await session.call('POST', '/url', { url });
        await evaluate(run, keepComplaints);
      },
      run,
      perform: async actions => {
        await session.call('POST', '/actions', { actions });
      },
      complaints: () => evaluate(run, takeComplaints),
      close: async () => {
        await session.call('DELETE', '');
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
