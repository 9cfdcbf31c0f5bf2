import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startGuarded, type GuardedNode } from '../chains/testing/guarded-node.ts';
import { debianPackage, type Missing } from './debian.ts';
import { freePort } from './run-server.ts';
import { scratchFolder } from './scratch-folder.ts';

interface Running {
  readonly node: GuardedNode;
  readonly pid: number;
}

/** A real NATS server of Debian's package, on a port of its own: without a cluster and without its storage. */
export class NatsServer {
  readonly port: number;
  readonly #address: string;
  readonly #program: string;
  readonly #configuration: string;
  #running: Running | null = null;

  private constructor(program: string, address: string, port: number, configuration: string) {
    this.#address = address;
    this.#program = program;
    this.port = port;
    this.#configuration = configuration;
  }

  /**
   * Running; or why there is none. `configuration`: what NATS's own file says, such as who may do what. `address`: where it
   * listens.
   */
  static async open(configuration = '', address = '127.0.0.1'): Promise<NatsServer | Missing> {
    const unpacked = await debianPackage('nats-server');
    if ('missing' in unpacked) return unpacked;
    const program = path.join(unpacked.folder, 'usr/sbin/nats-server');
    const server = new NatsServer(program, address, await freePort(), configuration);
    await server.start();
    return server;
  }

  get url(): string {
    return `${this.#address}:${this.port}`;
  }

  /** Of the running server. */
  get pid(): number {
    if (this.#running === null) throw new Error('NATS is not running');
    return this.#running.pid;
  }

  /** Resolves once it takes connections. It ends with this process, however that ends. */
  async start(): Promise<void> {
    const folder = await scratchFolder('nats');
    try {
      const config = path.join(folder.path, 'nats.conf');
      const pid = path.join(folder.path, 'nats.pid');
      await writeFile(config, this.#configuration);
      const args = ['--addr', this.#address, '--port', String(this.port), '--config', config, '--pid', pid];
      // It writes to its standard error that it is ready.
      const shell = ['-c', 'exec "$0" "$@" 2>&1', this.#program, ...args];
      const node = await startGuarded('/bin/sh', shell, /Server is ready/);
      this.#running = { node, pid: Number(await readFile(pid, 'utf8')) };
    } finally {
      await folder.remove();
    }
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
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    process.kill(running.pid, 'SIGKILL');
    await running.node.stop();
  }
}
