import { MOST_REQUEST_BYTES, writeAddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { cosignersOf } from '@tallystick/verify/cosignature';
import { readNote } from '@tallystick/verify/note';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { readAtMost } from '../chains/bounded-answer.ts';
import { PeriodicJob } from '../timekeeping/periodic-job.ts';
import type { SignedCheckpoint } from '../transparency-log/signer.ts';
import { newestCheckpoint, readTiles } from '../transparency-log/store.ts';
import { consistencyProof } from '../transparency-log/tree.ts';
import { insertCosignature, newestCosigned, witnessName, type WitnessSetting } from './cosignatures.ts';

export interface CosigningOptions {
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  /** Name of the public log. */
  readonly origin: string;
  readonly witnesses: readonly WitnessSetting[];
  readonly everyMs: number;
}

/** A witness answers within a second, or is asked again next time. */
const ANSWER_MS = 10_000;
/** Told its size, it is asked once more at once. */
const TRIES = 2;

/** A witness did not sign. */
class Unsigned extends Error {
  override readonly name = 'Unsigned';
}

/** It did not because it has seen another log than this one. */
class Contradicted extends Unsigned {}

/** What a gauge says of each witness. */
type OfWitness = (witness: string, value: number) => void;

/**
 * Sends each new head of the public log to every witness (C2SP tlog-witness), and keeps what they sign. Each witness is
 * asked by itself: one that is silent, slow or wrong holds up neither the others nor the log.
 */
export class Cosigning {
  readonly #options: CosigningOptions;
  readonly #jobs: readonly PeriodicJob[];
  readonly #signedAt: OfWitness;
  readonly #contradicts: OfWitness;
  #stops: readonly (() => Promise<void>)[] = [];

  constructor(options: CosigningOptions) {
    this.#options = options;
    const { log, everyMs, witnesses, registry } = options;
    this.#signedAt = gauge(registry, {
      name: 'tallystick_witness_signed_at_seconds',
      help: 'When it cosigned its newest head of the public log; 0: none',
    });
    this.#contradicts = gauge(registry, {
      name: 'tallystick_witness_contradicts',
      help: '1: it says that it has seen another public log than this one',
    });
    this.#jobs = witnesses.map(witness => {
      const failure = `${witness.key.name} has not cosigned the public log`;
      return new PeriodicJob(() => this.#ask(witness), { everyMs, log, failure });
    });
  }

  start(): () => Promise<void> {
    this.#stops = this.#jobs.map(job => job.start());
    return async () => {
      await Promise.all(this.#stops.map(stop => stop()));
    };
  }

  /** Asks all now; how each ended. */
  turn(): Promise<PromiseSettledResult<void>[]> {
    return Promise.allSettled(this.#jobs.map(job => job.now()));
  }

  async #ask(witness: WitnessSetting): Promise<void> {
    const { name } = witness.key;
    try {
      await this.#cosign(witness);
      this.#contradicts(name, 0);
    } catch (error) {
      if (error instanceof Contradicted) this.#contradicts(name, 1);
      throw error;
    } finally {
      await this.#showNewest(witness);
    }
  }

  async #showNewest(witness: WitnessSetting): Promise<void> {
    const { pool, origin } = this.#options;
    const name = witnessName(witness);
    const newest = (await newestCosigned(pool, origin, [name])).get(name);
    this.#signedAt(witness.key.name, (newest?.atMs ?? 0) / 1000);
  }

  async #cosign(witness: WitnessSetting): Promise<void> {
    const { pool, origin } = this.#options;
    const name = witnessName(witness);
    const signed = await newestCheckpoint(pool, origin);
    if (signed === null) return;
    let old = (await newestCosigned(pool, origin, [name])).get(name)?.size ?? 0;
    if (old === signed.size) return;
    for (let tries = 0; tries < TRIES; tries++) {
      if (old > signed.size) {
        throw new Contradicted(`it has seen ${old} records of ${origin}, and here are ${signed.size}`);
      }
      const answer = await this.#send(witness, signed, old);
      if (typeof answer === 'string') return this.#keep(witness, signed, answer);
      if (answer === old) throw new Contradicted(`it has seen another log of ${old} records under ${origin}`);
      old = answer;
    }
    throw new Unsigned(`it has now seen ${old} records`);
  }

  /** The line it signed; or the size that it has seen, if it is not `old`. @throws Unsigned */
  async #send({ url }: WitnessSetting, signed: SignedCheckpoint, old: number): Promise<string | number> {
    const { pool } = this.#options;
    const hasProof = old > 0 && old < signed.size;
    const proof = hasProof
      ? await consistencyProof(old, signed.size, wanted => readTiles(pool, 'public', wanted))
      : [];
    const response = await fetch(`${url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      body: writeAddCheckpoint({ old, proof, note: signed.note }),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    const text = await readAtMost(response, MOST_REQUEST_BYTES);
    if (response.status === 200) return text;
    const size = /^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1];
    if (response.status === 409 && size !== undefined) return Number(size);
    const Failure = response.status === 422 ? Contradicted : Unsigned;
    throw new Failure(`it answered ${response.status}: ${text.slice(0, 200).trim()}`);
  }

  async #keep(witness: WitnessSetting, signed: SignedCheckpoint, text: string): Promise<void> {
    const { pool, origin } = this.#options;
    // It may have several keys, and only one of them is trusted here.
    for (const one of text.split('\n').filter(line => line !== '')) {
      const line = `${one}\n`;
      const note = readNote(signed.note + line);
      const [cosigner] = (note === null ? null : cosignersOf(note, [witness.key])) ?? [];
      if (cosigner === undefined) continue;
      const name = witnessName(witness);
      return insertCosignature(pool, origin, signed.size, { witness: name, line, atMs: cosigner.atMs });
    }
    throw new Unsigned('what it has signed is no cosignature of its key');
  }
}

function gauge(registry: Registry, about: { readonly name: string; readonly help: string }): OfWitness {
  const metric = new Gauge({ ...about, labelNames: ['witness'], registers: [] });
  registry.registerMetric(metric);
  return (witness, value) => metric.set({ witness }, value);
}
