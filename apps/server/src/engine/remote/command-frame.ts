import type { Command } from '@tallystick/core';
import type { Idempotency } from '../command-bus.ts';
import { decodeEntries, encodeEntry, type JournalEntry } from '../journal/command-codec.ts';
import { demandWhole, FrameRefused, headAndRest, reading } from './frame.ts';

export const MAX_COMMANDS = 256;
/** Part of the subject on which a gateway hears replies. */
const GATEWAY = /^[a-z0-9]{8,40}$/;

/** The newest beat of the core that a gateway had heard when it sent a frame: tells the core how old the frame is. */
export interface Heard {
  readonly epoch: number;
  readonly beat: number;
}

export interface SentCommand {
  /** The gateway's own number for it, which its reply names. */
  readonly id: number;
  readonly command: Command;
  readonly idempotency: Idempotency | null;
}

export interface CommandFrame {
  readonly gateway: string;
  readonly heard: Heard;
  readonly commands: readonly SentCommand[];
}

/** A command as frames hold it: a journal entry without a time, which only the core gives. */
export function encodeCommand(command: Command, idempotency: Idempotency | null): string {
  return encodeEntry({ sequence: 0, atMs: 0, command, idempotency });
}

/** @param commands at most `MAX_COMMANDS`, with the texts of `encodeCommand`. */
export function encodeCommands(
  gateway: string,
  { epoch, beat }: Heard,
  commands: readonly { readonly id: number; readonly text: string }[],
): string {
  const head = JSON.stringify([gateway, epoch, beat, commands.map(({ id }) => id)]);
  return `${head}\n[${commands.map(({ text }) => text).join(',')}]`;
}

/** Throws FrameRefused. */
export function decodeCommands(text: string): CommandFrame {
  return reading('commands', () => {
    const [head, rest] = headAndRest(text);
    const [gateway, epoch, beat, ids] = head as [unknown, unknown, unknown, unknown];
    if (typeof gateway !== 'string' || !GATEWAY.test(gateway)) throw new FrameRefused('no gateway');
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_COMMANDS) {
      throw new FrameRefused('too few commands, or too many');
    }
    const entries = decodeEntries(rest, 0);
    if (entries.length !== ids.length) throw new FrameRefused('not one id for each command');
    return {
      gateway,
      heard: { epoch: demandWhole(epoch, 'the epoch'), beat: demandWhole(beat, 'the beat') },
      commands: entries.map((entry, i) => {
        if ('mark' in entry) throw new FrameRefused('a mark is no command');
        return { id: demandWhole(ids[i], 'an id'), ...commandOf(entry) };
      }),
    };
  });
}

function commandOf({ command, idempotency }: JournalEntry): Omit<SentCommand, 'id'> {
  // When time passes, the core decides alone.
  if (command.type === 'passTime') throw new FrameRefused('nobody sends what the core does by itself');
  return { command, idempotency };
}
