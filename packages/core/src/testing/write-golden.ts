/**
 * Writes a new golden journal: `node packages/core/src/testing/write-golden.ts`. Only together with a new
 * LOGIC_VERSION, because whoever has journals of the old one must not replay them with the new logic.
 */
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { LOGIC_VERSION } from '../exchange.ts';
import { arbitraryCommand } from './arbitrary-commands.ts';
import { optionSetup } from './arbitrary-options.ts';
import { configureCommands, fundedCustomerCommands } from './demo-exchange.ts';
import { checkpointsOf, decodeGolden, encodeGolden } from './golden.ts';

const setup = [
  ...configureCommands(),
  ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
  ...optionSetup(),
];
const history = fc.sample(arbitraryCommand, { numRuns: 500, seed: 20_240_229 });
const timed = [...setup, ...history].map((command, i) => [1_700_000_000_000 + i * 250, command] as const);
// As it will be read: JSON knows no NaN.
const { commands } = decodeGolden(
  encodeGolden({ logicVersion: LOGIC_VERSION, commands: timed, checkpoints: [] }),
);
writeFileSync(
  new URL('golden-journal.jsonl', import.meta.url),
  encodeGolden({ logicVersion: LOGIC_VERSION, commands, checkpoints: checkpointsOf(commands) }),
);
