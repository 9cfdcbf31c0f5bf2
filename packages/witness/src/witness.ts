import { createHash } from 'node:crypto';
import { readAddCheckpoint, type AddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { verifyConsistency } from '@tallystick/verify/merkle';
import { readNote, signersOf, type NoteKey } from '@tallystick/verify/note';
import { readTreeHead, type TreeHead } from '@tallystick/verify/tree-head';
import type { WitnessKey } from './key.ts';
import type { Seen, State } from './state.ts';

/** An answer in the words of C2SP tlog-witness. */
export interface Answer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly contentType: string;
  readonly body: string;
}

/** A signed checkpoint that does not go on from what was seen: proof that the log has two pasts, or a wrong request. */
export interface Refused {
  readonly origin: string;
  readonly seen: Seen;
  readonly request: AddCheckpoint;
}

export interface WitnessOptions {
  readonly key: WitnessKey;
  readonly state: State;
  /** The logs that are watched, each known by its name; several keys may have one. */
  readonly logs: readonly NoteKey[];
  readonly now: () => number;
  /** Keeps what may prove that a log misbehaves. */
  readonly keep: (refused: Refused) => Promise<void>;
}

const PLAIN = 'text/plain; charset=utf-8';
const EMPTY_ROOT = createHash('sha256').digest('hex');

/** Cosigns heads of logs that it has seen grow, and nothing but grow. */
export class Witness {
  readonly #options: WitnessOptions;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  get key(): NoteKey {
    return this.#options.key.key;
  }

  seen(origin: string): Seen | null {
    return this.#options.state.seen(origin);
  }

  /** Names of the logs that it watches. */
  origins(): string[] {
    return [...new Set(this.#options.logs.map(({ name }) => name))];
  }

  /** The body of a request as it came. One at a time: comparing and remembering must not be torn apart. */
  addCheckpoint(body: string): Promise<Answer> {
    const request = readAddCheckpoint(body);
    if (request === null) return Promise.resolve(said(400, 'this is no add-checkpoint request'));
    return this.add(request);
  }

  /** @throws StateError, or what the disk says: then nothing was signed */
  add(request: AddCheckpoint): Promise<Answer> {
    const mine = this.#turn.then(() => this.#judge(request));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #judge(request: AddCheckpoint): Promise<Answer> {
    const { state, logs } = this.#options;
    const note = readNote(request.note);
    const head = note === null ? null : readTreeHead(note.text);
    if (note === null || head === null) return said(400, 'this is no checkpoint');
    const keys = logs.filter(({ name }) => name === head.origin);
    if (keys.length === 0) return said(404, 'this log is not watched here');
    const signers = signersOf(note, keys);
    if (signers === null || signers.length === 0) return said(403, 'no key of the log has signed it');
    if (request.old > head.size) return said(400, 'the old size is larger than the new one');
    const seen = state.seen(head.origin);
    if (request.old !== (seen?.size ?? 0)) return conflict(seen);
    if (seen?.size === head.size && seen.root !== hex(head.root)) {
      await this.#options.keep({ origin: head.origin, seen, request });
      return conflict(seen);
    }
    if (!grows(seen, head, request)) {
      if (seen !== null) await this.#options.keep({ origin: head.origin, seen, request });
      return said(422, 'the proof does not show that the log has only grown');
    }
    return this.#cosign(head, note.text, request.note);
  }

  async #cosign(head: TreeHead, text: string, note: string): Promise<Answer> {
    const { key, state, now } = this.#options;
    const line = key.cosign(text, Math.floor(now() / 1_000));
    // Only the log's own signatures are kept beside: those of others were not checked.
    const own = note
      .slice(text.length + 1)
      .split('\n')
      .filter(one => one.startsWith(`— ${head.origin} `))
      .map(one => `${one}\n`);
    await state.remember(head.origin, {
      size: head.size,
      root: hex(head.root),
      note: `${text}\n${own.join('')}${line}`,
    });
    return { status: 200, contentType: PLAIN, body: line };
  }
}

function grows(seen: Seen | null, head: TreeHead, { old, proof }: AddCheckpoint): boolean {
  if (head.size === 0) return proof.length === 0 && hex(head.root) === EMPTY_ROOT;
  // There is nothing to hold on to yet.
  if (seen === null || seen.size === 0) return proof.length === 0;
  return verifyConsistency({
    from: old,
    fromRoot: Buffer.from(seen.root, 'hex'),
    to: head.size,
    toRoot: head.root,
    proof,
  });
}

function conflict(seen: Seen | null): Answer {
  return { status: 409, contentType: 'text/x.tlog.size', body: `${seen?.size ?? 0}\n` };
}

function said(status: Answer['status'], words: string): Answer {
  return { status, contentType: PLAIN, body: `${words}\n` };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
