#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runCli } from '../src/cli.ts';
import { fileInFolder } from './folder-file.ts';

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
  fileIn: fileInFolder,
  print(line) {
    process.stdout.write(`${line}\n`);
  },
});
