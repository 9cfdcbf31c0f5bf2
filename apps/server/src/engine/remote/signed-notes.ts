import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import { FrameRefused, reading, type FrameSeal } from './frame.ts';
import type { KnownRun } from './known-run.ts';
import type { Link } from './link.ts';
import type { Subjects } from './subjects.ts';

/** An option whose terms are to be signed. */
export interface AskedTerms {
  readonly customerId: number;
  readonly optionId: number;
  /** Of the journal: who signs must have come here. */
  readonly sequence: number;
}

const asked = z.object({
  from: z.string(),
  id: z.number(),
  customerId: z.number(),
  optionId: z.number(),
  sequence: z.number(),
});
const answered = z.object({ note: z.string().nullable() });

/** Throws FrameRefused. */
export function decodeAsked(text: string): z.output<typeof asked> {
  return reading('a wish', () => asked.parse(JSON.parse(text)));
}

/** Throws FrameRefused. */
export function decodeNote(text: string): z.output<typeof answered> {
  return reading('a note', () => answered.parse(JSON.parse(text)));
}

export interface SpeechOptions {
  readonly link: Pick<Link, 'publish' | 'subscribe'>;
  readonly subjects: Pick<Subjects, 'notes' | 'note' | 'noteId'>;
  readonly seal: FrameSeal;
  /** Of which exchange this process is, and whose wishes and notes it hears. */
  readonly known: Pick<KnownRun, 'run' | 'believes'>;
  readonly log: DatabaseLog;
}

/** A purchase is answered without a signature after this time: it can be had later. */
const WITHIN_MS = 1_000;
const MOST_ASKED = 1_000;
/** Of one worker at once; what is more is left out, and asked for again by whoever wants it. */
const MOST_SIGNING = 200;

/** A gateway's end: the key that signs is the worker's alone. */
export class NoteAsker {
  readonly #options: SpeechOptions;
  readonly #own = randomBytes(8).toString('hex');
  readonly #waiting = new Map<number, (note: string | null) => void>();
  #last = 0;

  constructor(options: SpeechOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    const { link, subjects } = options;
    link.subscribe(subjects.note(this.#own, '*'), ({ subject, data, unheard }) => {
      const take = this.#waiting.get(subjects.noteId(subject));
      if (take !== undefined) take(unheard ? null : this.#noteIn(data));
    });
  }

  /** The note; null if no worker has given one within a second. Never rejects. */
  async ask(terms: AskedTerms): Promise<string | null> {
    const { link, subjects, seal, known } = this.#options;
    if (this.#waiting.size >= MOST_ASKED) return null;
    const id = ++this.#last;
    const frame = seal.seal('asked', JSON.stringify({ from: this.#own, id, ...terms }), known.run);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#waiting.set(id, resolve);
    const timer = setTimeout(resolve, WITHIN_MS, null);
    // NATS says there, too, that nobody listens.
    if (frame === null || !link.publish(subjects.notes, frame, subjects.note(this.#own, id))) resolve(null);
    const note = await promise;
    clearTimeout(timer);
    this.#waiting.delete(id);
    return note;
  }

  #noteIn(data: Uint8Array): string | null {
    const { seal, known, log } = this.#options;
    try {
      const { run, text } = seal.open('note', data);
      return known.believes(run) ? decodeNote(text).note : null;
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      log.warn({ reason: error.message }, 'a note of the worker is left out');
      return null;
    }
  }
}

/** The worker's end. `sign` gives the note of an option that stands in the journal, with its terms as they are there. */
export function answerNotes(
  options: SpeechOptions,
  sign: (terms: AskedTerms) => Promise<string | null>,
): void {
  const { link, subjects, seal, known } = options;
  const log = seldom(options.log);
  let signing = 0;
  const answer = async ({ from, id, ...terms }: z.output<typeof asked>): Promise<void> => {
    if (signing >= MOST_SIGNING) return;
    signing++;
    try {
      const frame = seal.seal('note', JSON.stringify({ note: await sign(terms) }), known.run);
      // Not sent: who asked waits no longer than a second.
      if (frame !== null) link.publish(subjects.note(from, id), frame);
    } catch (error) {
      log.warn({ err: error, option: terms.optionId }, 'the terms of an option could not be signed');
    } finally {
      signing--;
    }
  };
  link.subscribe(subjects.notes, ({ data }) => {
    try {
      const { run, text } = seal.open('asked', data);
      if (known.believes(run)) void answer(decodeAsked(text));
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      log.warn({ reason: error.message }, 'a gateway’s wish for a signature is left out');
    }
  });
}
