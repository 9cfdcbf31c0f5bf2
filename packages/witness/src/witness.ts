import { createHash } from 'node:crypto';
import { readAddCheckpoint, type AddCheckpoint } from '@tallystick/verify/add-checkpoint';
import { verifyConsistency } from '@tallystick/verify/merkle';
import { keyIdOf, readNote, signersOf, type Note, type NoteKey } from '@tallystick/verify/note';
import { readTreeHead, type TreeHead } from '@tallystick/verify/tree-head';
import type { WitnessKey } from './key.ts';
import type { Seen, State } from './state.ts';

/** An answer in the words of C2SP tlog-witness. */
export interface Answer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly contentType: string;
  readonly body: string;
  /** Why the checkpoint was kept as evidence; null: it was not. */
  readonly evidence: EvidenceKind | null;
}

/**
 * What a checkpoint shows that its log has signed, and that does not go on from what was seen. Two kinds nobody can make without the
 * log's key: `fork`, another tree of the same size, and `back`, a smaller tree at a later time. The others are larger trees that no proof
 * connects, and the proof may be what is wrong: `polled`, worked out from tiles of an address that the witness was told; `sent`, by
 * anybody.
 */
export type EvidenceKind = 'fork' | 'back' | 'polled' | 'sent';

/** A signed checkpoint that does not go on from what was seen. */
export interface Refused {
  readonly kind: EvidenceKind;
  readonly origin: string;
  /** What was signed. */
  readonly text: string;
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
  readonly keep: (refused: Refused) => Promise<unknown>;
}

/** A checkpoint that a key of a watched log has signed. */
export interface Signed {
  readonly note: Note;
  readonly head: TreeHead;
  /** The lines of the log's own signatures, each verified, one for each key. */
  readonly lines: readonly string[];
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

  /**
   * @param from who worked out the proof
   * @throws StateError, or what the disk says: then nothing was signed
   */
  add(request: AddCheckpoint, from: 'polled' | 'sent' = 'sent'): Promise<Answer> {
    const mine = this.#turn.then(() => this.#judge(request, from));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Reads a checkpoint; an answer: it is none that this witness could sign. */
  read(text: string): Signed | Answer {
    const note = readNote(text);
    const head = note === null ? null : readTreeHead(note.text);
    if (note === null || head === null) return said(400, 'this is no checkpoint');
    const keys = this.#options.logs.filter(({ name }) => name === head.origin);
    if (keys.length === 0) return said(404, 'this log is not watched here');
    const signers = signersOf(note, keys);
    if (signers === null || signers.length === 0) return said(403, 'no key of the log has signed it');
    return { note, head, lines: linesOf(text, note, signers) };
  }

  async #judge(request: AddCheckpoint, from: 'polled' | 'sent'): Promise<Answer> {
    const { state } = this.#options;
    const signed = this.read(request.note);
    if ('status' in signed) return signed;
    const { head, note } = signed;
    const { origin } = head;
    const seen = state.seen(origin);
    const broken = seen === null ? null : brokenPromise(seen, head, note.text);
    const keep = async (kind: EvidenceKind): Promise<EvidenceKind> => {
      await this.#options.keep({ kind, origin, text: note.text, seen: seen!, request });
      return kind;
    };
    // Whatever the request asks, the signature under it is worth keeping.
    const evidence = broken === null ? null : await keep(broken);
    if (request.old > head.size) return said(400, 'the old size is larger than the new one', evidence);
    if (evidence === 'fork' || request.old !== (seen?.size ?? 0)) return conflict(seen, evidence);
    if (grows(seen, head, request)) return this.#cosign(signed);
    const isLarger = seen !== null && head.size > seen.size;
    const words = 'the proof does not show that the log has only grown';
    return said(422, words, isLarger ? await keep(from) : null);
  }

  async #cosign({ head, note, lines }: Signed): Promise<Answer> {
    const { key, state, now } = this.#options;
    const line = key.cosign(note.text, Math.floor(now() / 1_000));
    await state.remember(head.origin, {
      size: head.size,
      root: hex(head.root),
      note: `${note.text}\n${lines.join('')}${line}`,
    });
    return { status: 200, contentType: PLAIN, body: line, evidence: null };
  }
}

/** Whoever sends a checkpoint may add lines to it: only these were verified. */
function linesOf(text: string, note: Note, signers: readonly NoteKey[]): string[] {
  const lines = text.slice(note.text.length + 1).split('\n');
  const ids = new Set(signers.map(key => `${key.name} ${keyIdOf(key)}`));
  // Deleted when found: one of each key.
  return lines.flatMap((line, i) => {
    const signature = note.signatures[i];
    return signature !== undefined && ids.delete(`${signature.name} ${signature.keyId}`) ? [`${line}\n`] : [];
  });
}

/** What a signed head shows by itself, beside what was seen; null: nothing. */
function brokenPromise(seen: Seen, head: TreeHead, text: string): 'fork' | 'back' | null {
  if (head.size === seen.size) return hex(head.root) === seen.root ? null : 'fork';
  const at = timeIn(text);
  const before = timeIn(seen.note);
  return head.size < seen.size && at !== null && before !== null && at > before ? 'back' : null;
}

/** When it was signed, as our logs say it in the line after the newest record; null: it does not say. */
function timeIn(text: string): number | null {
  const at = /^time (\d{1,15})$/.exec(text.split('\n')[4] ?? '')?.[1];
  return at === undefined ? null : Number(at);
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

function conflict(seen: Seen | null, evidence: EvidenceKind | null): Answer {
  return { status: 409, contentType: 'text/x.tlog.size', body: `${seen?.size ?? 0}\n`, evidence };
}

function said(status: Answer['status'], words: string, evidence: EvidenceKind | null = null): Answer {
  return { status, contentType: PLAIN, body: `${words}\n`, evidence };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
