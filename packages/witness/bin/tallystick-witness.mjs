#!/usr/bin/env node
import { runWitness } from '../src/cli.ts';

process.exitCode = await runWitness(process.argv.slice(2), {
  print: line => process.stdout.write(`${line}\n`),
  now: Date.now,
  untilStopped: () =>
    new Promise(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(undefined));
    }),
});
