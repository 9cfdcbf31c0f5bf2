#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { runCli } from '../src/cli.ts';

const GZIP = 0x1f8b;

process.exitCode = runCli(process.argv.slice(2), {
  read(file) {
    const bytes = readFileSync(file);
    const isPacked = bytes.length > 2 && bytes.readUInt16BE(0) === GZIP;
    return (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
  },
  print(line) {
    process.stdout.write(`${line}\n`);
  },
});
