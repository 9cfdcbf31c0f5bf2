import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FrameSeal } from './frame.ts';
import type { LinkMessage } from './link.ts';
import { answerNotes, NoteAsker, type AskedTerms, type SpeechOptions } from './signed-notes.ts';
import { subjectsOf } from './subjects.ts';

const RUN = '5e'.repeat(8);
const TERMS = { customerId: 4, optionId: 9, sequence: 70 };

let taking: Map<string, (message: LinkMessage) => void>;
let sent: { readonly subject: string; readonly data: Uint8Array }[];
let warned: string[];
let isUp: boolean;
let speech: SpeechOptions;
beforeEach(() => {
  vi.useFakeTimers();
  taking = new Map();
  sent = [];
  warned = [];
  isUp = true;
  const hearer = (subject: string) =>
    [...taking].find(([wanted]) =>
      new RegExp(`^${wanted.replaceAll('.', '\\.').replace('*', '\\w+')}$`).test(subject),
    )?.[1];
  speech = {
    link: {
      publish(subject, data, reply) {
        if (!isUp) return false;
        sent.push({ subject, data });
        const take = hearer(subject);
        if (take !== undefined) take({ subject, data, unheard: false });
        else if (reply !== undefined)
          hearer(reply)?.({ subject: reply, data: new Uint8Array(), unheard: true });
        return true;
      },
      subscribe: (subject, take) => void taking.set(subject, take),
    },
    subjects: subjectsOf('test'),
    seal: new FrameSeal(Buffer.alloc(32, 3)),
    known: { run: RUN, believes: run => run === RUN },
    log: { info() {}, error() {}, warn: (_details, message) => void warned.push(message) },
  };
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a gateway that asks for a signature', () => {
  it('gets the worker’s, each its own', async () => {
    const wanted: AskedTerms[] = [];
    answerNotes(speech, async terms => {
      wanted.push(terms);
      return `note ${terms.optionId}`;
    });
    const [a, b] = [new NoteAsker(speech), new NoteAsker(speech)];
    const asked = [a.ask(TERMS), a.ask({ ...TERMS, optionId: 10 }), b.ask({ ...TERMS, optionId: 11 })];
    expect(await Promise.all(asked)).toEqual(['note 9', 'note 10', 'note 11']);
    expect(wanted[0]).toEqual(TERMS);
  });

  it('does without at once when nobody listens, or nothing can be sent', async () => {
    const asker = new NoteAsker(speech);
    expect(await asker.ask(TERMS)).toBe(null);
    isUp = false;
    expect(await asker.ask(TERMS)).toBe(null);
  });

  it('does without after a second when the worker says nothing', async () => {
    answerNotes(speech, () => Promise.reject(new Error('no such option')));
    const answer = new NoteAsker(speech).ask(TERMS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toBe(null);
    expect(warned).toEqual(['the terms of an option could not be signed']);
  });

  it('takes no word that is not sealed, nor one to another question', async () => {
    answerNotes(speech, async () => {
      const { subject } = sent[0]!;
      expect(subject).toBe('test.notes');
      return null;
    });
    const asker = new NoteAsker(speech);
    expect(await asker.ask(TERMS)).toBe(null);
    const [, answer] = sent;
    const forged = new FrameSeal(Buffer.alloc(32, 4)).seal('note', JSON.stringify({ note: 'forged' }), RUN)!;
    const take = [...taking].find(([subject]) => subject.includes('.note.'))![1];
    // Late, and once more.
    take({ subject: answer!.subject, data: forged, unheard: false });
    taking.get('test.notes')!({ subject: 'test.notes', data: forged, unheard: false });
    expect(warned).toEqual(['a gateway’s wish for a signature is left out']);
    const next = asker.ask(TERMS);
    expect(await next).toBe(null);
  });
});

it('a worker signs only so many at once', async () => {
  let signing = 0;
  const done = Promise.withResolvers<string>();
  answerNotes(speech, () => {
    signing++;
    return done.promise;
  });
  const asker = new NoteAsker(speech);
  const asked = Array.from({ length: 250 }, () => asker.ask(TERMS));
  expect(signing).toBe(200);
  done.resolve('note');
  await vi.advanceTimersByTimeAsync(1_000);
  const notes = await Promise.all(asked);
  expect([notes.filter(note => note === 'note').length, notes.filter(note => note === null).length]).toEqual([
    200, 50,
  ]);
});
