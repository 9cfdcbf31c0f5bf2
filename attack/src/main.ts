/**
 * npm run attack -- NAME [--seconds N] | all: carries out an attack on an exchange it starts, and reports which
 * promises held. Exits with 1 if one did not.
 */
import { parseArgs } from 'node:util';
import { diskFolder } from '@tallystick/server/testing/scratch-folder';
import { ATTACKS } from './attacks.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' } },
});
process.exitCode = await main(positionals[0], values.seconds);

async function main(name: string | undefined, duration: string | undefined): Promise<number> {
  const seconds = duration === undefined ? null : Number(duration);
  const chosen = Object.entries(ATTACKS).filter(([each]) => name === 'all' || name === each);
  if (chosen.length === 0 || (seconds !== null && !(seconds > 0))) {
    process.stderr.write(`${usage()}\n`);
    return 2;
  }
  let broken = 0;
  for (const [each, attack] of chosen) {
    process.stderr.write(`${each}: ${attack.summary}\n`);
    for (const { promise, seen, held } of await attack.run({
      seconds,
      newFolder: () => diskFolder('data'),
    })) {
      process.stdout.write(`${held ? '✓' : '✗'} ${each}: ${promise}: ${seen}\n`);
      if (!held) broken++;
    }
  }
  process.stdout.write(broken === 0 ? 'Every promise held.\n' : `${broken} promises did not hold.\n`);
  return broken === 0 ? 0 : 1;
}

function usage(): string {
  const lines = Object.entries(ATTACKS).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`);
  return ['npm run attack -- NAME [--seconds N]', ...lines, `  ${'all'.padEnd(14)}one after the other`].join(
    '\n',
  );
}
