import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Exchange, LOGIC_VERSION, type Command } from '@tallystick/core';
import { DUMP_KIND } from '@tallystick/audit';
import { ownBundle } from '@tallystick/server/engine/cores/released';
import { encodeEntry } from '@tallystick/server/engine/journal/command-codec';
import { GENESIS_HASH, journalHash } from '@tallystick/server/engine/journal/chain';

/** Entries of one row: about what the engine commits at once under load. */
const ENTRIES = 100;
const START_MS = 1_700_000_000_000;

/** Writes the accepted ones of these commands as a dump of a journal, without a database. Returns how many they are. */
export async function writeDump(file: string, commands: Iterable<Command>, most: number): Promise<number> {
  const { hash: core } = await ownBundle();
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    const exchange = new Exchange();
    let previous: Buffer = GENESIS_HASH;
    let entries: string[] = [];
    let first = 1;
    const row = (): string => {
      const last = first + entries.length - 1;
      const commandsText = `[${entries.join(',')}]`;
      const head = { firstSequence: first, lastSequence: last, epoch: 1, logicVersion: LOGIC_VERSION, core };
      previous = journalHash(previous, { ...head, commands: commandsText });
      const line = { first, last, epoch: 1, logic_version: LOGIC_VERSION, core, commands: commandsText };
      first = last + 1;
      entries = [];
      return `${JSON.stringify({ ...line, hash: previous.toString('hex') })}\n`;
    };
    yield `${JSON.stringify({ kind: DUMP_KIND })}\n`;
    for (const command of commands) {
      const atMs = START_MS + count;
      if (exchange.follow(command, atMs) !== null) continue;
      count++;
      entries.push(encodeEntry({ sequence: count, atMs, command, idempotency: null }));
      if (entries.length === ENTRIES) yield row();
      if (count === most) break;
    }
    if (entries.length > 0) yield row();
    yield `${JSON.stringify({ end: { sequence: count, hash: previous.toString('hex') } })}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(file));
  return count;
}
