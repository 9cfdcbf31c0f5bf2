import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NoteKey } from '@tallystick/verify/note';
import { writeAddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { keepRefused } from '../evidence.ts';
import { WitnessKey } from '../key.ts';
import { createWitnessServer } from '../serve.ts';
import { emptyState, State } from '../state.ts';
import { Witness } from '../witness.ts';

/** A witness behind HTTP, with its files in a folder of its own. */
export class TestWitness {
  readonly folder: string;
  readonly key: WitnessKey;
  readonly #logs: readonly NoteKey[];
  readonly errors: unknown[] = [];
  nowMs = 1_770_000_000_000;
  witness!: Witness;
  #server: Server | null = null;

  private constructor(folder: string, name: string, logs: readonly NoteKey[]) {
    this.folder = folder;
    this.key = WitnessKey.create(name);
    this.#logs = logs;
  }

  static async start(logs: readonly NoteKey[], name = 'witness.example/w1'): Promise<TestWitness> {
    const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-witness-'));
    const one = new TestWitness(folder, name, logs);
    await writeFile(one.state, emptyState(one.key.key));
    await one.restart();
    return one;
  }

  get state(): string {
    return path.join(this.folder, 'state.json');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  /** Ends it, and begins it with nothing seen, as only a test may. */
  async restartEmpty(): Promise<void> {
    await writeFile(this.state, emptyState(this.key.key));
    await this.restart();
  }

  /** Ends it, and reads its memory again. @throws StateError */
  async restart(): Promise<void> {
    await this.stop();
    this.witness = new Witness({
      key: this.key,
      state: await State.open(this.state, this.key.key),
      logs: this.#logs,
      now: () => this.nowMs,
      keep: refused => keepRefused(`${this.state}.refused`, refused),
    });
    this.#server = createWitnessServer(this.witness, error => this.errors.push(error));
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async ask(old: number, note: string, proof: readonly Uint8Array[] = []) {
    return this.post(writeAddCheckpoint({ old, proof, note }));
  }

  async post(body: string) {
    const response = await fetch(`${this.url}/add-checkpoint`, { method: 'POST', body });
    const { status, headers } = response;
    return { status, type: headers.get('content-type'), text: await response.text() };
  }

  async stop(): Promise<void> {
    if (this.#server === null) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    this.#server = null;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true });
  }
}
