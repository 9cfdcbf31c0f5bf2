import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { debianPackage, type Missing } from './debian.ts';
import { freePort } from './run-server.ts';
import { scratchFolder } from './scratch-folder.ts';

/** Tried this often, until it answers. */
const TRY_EVERY_MS = 20;
const STARTED_WITHIN_MS = 20_000;

interface Program {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A real NATS server of Debian's package, on a port of its own: without a cluster and without its storage. */
export class NatsServer {
  readonly port: number;
  readonly #program: Program;
  readonly #configuration: string;
  #child: ChildProcess | null = null;

  private constructor(program: Program, port: number, configuration: string) {
    this.#program = program;
    this.port = port;
    this.#configuration = configuration;
  }

  /** Running; or why there is none. `configuration`: what NATS's own file says, such as who may do what. */
  static async open(configuration = ''): Promise<NatsServer | Missing> {
    const unpacked = await debianPackage('nats-server');
    if ('missing' in unpacked) return unpacked;
    const program = { file: path.join(unpacked.folder, 'usr/sbin/nats-server'), env: unpacked.env };
    const server = new NatsServer(program, await freePort(), configuration);
    await server.start();
    return server;
  }

  get url(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Of the running server. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error('NATS is not running');
    return pid;
  }

  /** Resolves once it takes connections. */
  async start(): Promise<void> {
    const { file, env } = this.#program;
    const folder = await scratchFolder('nats');
    const config = path.join(folder.path, 'nats.conf');
    await writeFile(config, this.#configuration);
    const args = ['--addr', '127.0.0.1', '--port', String(this.port), '--config', config];
    this.#child = spawn(file, args, { env, stdio: 'ignore' });
    const givenUpAtMs = performance.now() + STARTED_WITHIN_MS;
    while (!(await this.#answers())) {
      if (performance.now() > givenUpAtMs) {
        await this.kill();
        throw new Error('nats-server does not start');
      }
      await pause(TRY_EVERY_MS);
    }
    await folder.remove();
  }

  /** Lets it stand still: it takes no more bytes than its buffers hold, and answers nothing. `resume` ends that. */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  /** As a power cut: what was under way is lost. Safe to call twice. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async #answers(): Promise<boolean> {
    const socket = createConnection(this.port, '127.0.0.1');
    try {
      await once(socket, 'data');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
