import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Command } from '../command.ts';
import { Exchange } from '../exchange.ts';

/** A recorded history with its results, which shows every change of the logic. */
export interface GoldenJournal {
  readonly logicVersion: number;
  readonly commands: readonly (readonly [atMs: number, command: Command])[];
  /** State and outcomes at regular intervals. */
  readonly checkpoints: readonly Checkpoint[];
}

export interface Checkpoint {
  readonly after: number;
  readonly stateHash: string;
  /** SHA-256 of the JSON of all outcomes since the previous checkpoint. */
  readonly outcomesHash: string;
}

const CHECKPOINT_EVERY = 50;

/** One JSON value per line: the version, every command, every checkpoint. Bigints are written as `"5n"`. */
export function encodeGolden(journal: GoldenJournal): string {
  const lines = [{ logicVersion: journal.logicVersion }, ...journal.commands, ...journal.checkpoints];
  return `${lines.map(encodeLine).join('\n')}\n`;
}

export function decodeGolden(text: string): GoldenJournal {
  const lines = text.trimEnd().split('\n').map(decodeLine);
  const { logicVersion } = lines[0] as { logicVersion: number };
  return {
    logicVersion,
    commands: lines.filter(line => Array.isArray(line)) as [number, Command][],
    checkpoints: lines.filter(line => !Array.isArray(line)).slice(1) as Checkpoint[],
  };
}

function encodeLine(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) => (typeof field === 'bigint' ? `${field}n` : field));
}

function decodeLine(text: string): unknown {
  return JSON.parse(text, (_, field: unknown) =>
    typeof field === 'string' && /^-?\d+n$/.test(field) ? BigInt(field.slice(0, -1)) : field,
  );
}

/** Replays commands on a new exchange. */
export function checkpointsOf(commands: GoldenJournal['commands']): Checkpoint[] {
  const exchange = new Exchange();
  const checkpoints: Checkpoint[] = [];
  let outcomes: string[] = [];
  commands.forEach(([atMs, command], i) => {
    outcomes.push(encodeLine(exchange.apply(command, atMs)));
    if ((i + 1) % CHECKPOINT_EVERY !== 0 && i + 1 !== commands.length) return;
    checkpoints.push({
      after: i + 1,
      stateHash: exchange.stateHash(),
      outcomesHash: bytesToHex(sha256(utf8ToBytes(outcomes.join('\n')))),
    });
    outcomes = [];
  });
  return checkpoints;
}
