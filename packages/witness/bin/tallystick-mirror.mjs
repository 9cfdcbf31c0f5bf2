#!/usr/bin/env node
import { runMirror } from '../src/mirror-cli.ts';

process.exitCode = await runMirror(process.argv.slice(2), {
  print: line => process.stdout.write(`${line}\n`),
});
