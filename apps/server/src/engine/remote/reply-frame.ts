import type { Command, Outcome } from '@tallystick/core';
import { SUBMIT_ERRORS, type Committed, type SubmitErrorCode } from '../command-bus.ts';
import { decodeRefusal, encodeRefusal } from '../idempotency/refusal-codec.ts';
import { decodeEvents, encodeEvents, essentialEvents } from '../idempotency/result-codec.ts';
import { demandWhole, FrameRefused, headAndRest, reading } from './frame.ts';

/** The answer to one command of a gateway, by the number it was sent under. */
export type Reply =
  | { readonly id: number; readonly committed: Committed }
  | { readonly id: number; readonly code: SubmitErrorCode };

export interface ReplyFrame {
  /** Of the core that answers. */
  readonly epoch: number;
  readonly replies: readonly Reply[];
}

const CODES: ReadonlySet<string> = new Set(SUBMIT_ERRORS);
/** Small letters for results of now, capital ones for results of earlier. */
const ACCEPTED = 'a';
const REFUSED = 'r';
const ERROR = 'e';

/** One line of a reply frame. Of an accepted command's events it has those for the sender. */
export function encodeCommitted(id: number, command: Command, committed: Committed): string {
  const { sequence, atMs, outcome, replayed } = committed;
  const kind = outcome.ok ? ACCEPTED : REFUSED;
  const result = outcome.ok
    ? encodeEvents(essentialEvents(command, outcome.events))
    : JSON.stringify(encodeRefusal(outcome.refusal));
  return `${id} ${replayed ? kind.toUpperCase() : kind} ${sequence} ${atMs} ${result}`;
}

export function encodeError(id: number, code: SubmitErrorCode): string {
  return `${id} ${ERROR} 0 0 ${code}`;
}

/** @param lines of `encodeCommitted` and `encodeError`. */
export function encodeReplies(epoch: number, lines: readonly string[]): string {
  return `${epoch}\n${lines.join('\n')}`;
}

/** Throws FrameRefused. */
export function decodeReplies(text: string): ReplyFrame {
  return reading('replies', () => {
    const [epoch, rest] = headAndRest(text);
    return { epoch: demandWhole(epoch, 'the epoch'), replies: rest.split('\n').map(decodeReply) };
  });
}

const LINE = /^(\d+) ([aArRe]) (\d+) (\d+) ([^\n]*)$/;

function decodeReply(line: string): Reply {
  const [, first, kind = '', sequence, atMs, result = ''] = LINE.exec(line) ?? [];
  if (first === undefined) throw new FrameRefused('a reply that cannot be read');
  const id = demandWhole(Number(first), 'an id');
  if (kind === ERROR) {
    if (!CODES.has(result)) throw new FrameRefused('a reply with an unknown error');
    return { id, code: result as SubmitErrorCode };
  }
  return {
    id,
    committed: {
      sequence: demandWhole(Number(sequence), 'a sequence'),
      atMs: demandWhole(Number(atMs), 'a time'),
      outcome: outcomeOf(kind.toLowerCase(), result),
      replayed: kind !== kind.toLowerCase(),
    },
  };
}

function outcomeOf(kind: string, result: string): Outcome {
  if (kind === ACCEPTED) return { ok: true, events: decodeEvents(result) };
  return { ok: false, refusal: decodeRefusal(JSON.parse(result) as string) };
}
