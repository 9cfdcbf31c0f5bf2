import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Exchange, LOGIC_VERSION, type Command, type ReadonlyExchange } from '@tallystick/core';
import { DUMP_KIND } from '@tallystick/audit';
import { ownBundle } from '@tallystick/server/engine/cores/released';
import { encodeEntry } from '@tallystick/server/engine/journal/command-codec';
import { GENESIS_HASH, journalHash } from '@tallystick/server/engine/journal/chain';

/** Entries of one row: about what the engine commits at once under load. */
const ENTRIES = 100;

/** Commands with their times, which may depend on what the exchange made of those before. */
export type Play = (exchange: ReadonlyExchange) => Iterable<readonly [command: Command, atMs: number]>;

/** Writes the accepted ones of these commands as a dump of a journal, without a database. Returns how many they are. */
export async function writeDump(file: string, play: Play, most: number): Promise<number> {
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
    for (const [command, atMs] of play(exchange)) {
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
