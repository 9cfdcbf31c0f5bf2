#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runCli } from '../src/cli.ts';

const GZIP = 0x1f8b;
/** Our largest files, archives of prices, are smaller. */
const MOST_BYTES = 256 * 2 ** 20;

process.exitCode = runCli(process.argv.slice(2), {
  read(file) {
    if (statSync(file).size > MOST_BYTES) throw new Error('it is too large to be one of ours');
    const bytes = readFileSync(file);
    const isPacked = bytes.length > 2 && bytes.readUInt16BE(0) === GZIP;
    return (isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes).toString('utf8');
  },
  fileIn(folder, file) {
    try {
      return readFileSync(path.join(folder, file));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(error.code)) return null;
      throw error;
    }
  },
  print(line) {
    process.stdout.write(`${line}\n`);
  },
});
