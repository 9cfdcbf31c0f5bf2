/**
 * Records a new golden journal: `node packages/core/src/testing/write-golden.ts`. Only when views or commands have grown:
 * journals are replayed by the core that wrote them (docs/decisions/0040), but what old commands do may not change unseen.
 */
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Command } from '../command.ts';
import { Exchange, LOGIC_VERSION } from '../exchange.ts';
import { aimed, perpetualSetup, perpetualStep } from '../perpetual/testing/arbitrary-perpetual.ts';
import { launchStep } from '../launch/testing/arbitrary-launch.ts';
import { arbitraryCommand } from './arbitrary-commands.ts';
import { optionSetup } from './arbitrary-options.ts';
import { configureCommands, fundedCustomerCommands } from './demo-exchange.ts';
import { trustSetup } from './arbitrary-trust.ts';
import { checkpointsOf, decodeGolden, encodeGolden } from './golden.ts';
import { isTimeDue } from './time-due.ts';

const setup = [
  ...configureCommands(),
  ...[1, 2, 3].flatMap(customerId => fundedCustomerCommands(customerId, 60_000_000_000n)),
  ...optionSetup(),
  ...trustSetup(),
];
const history = fc.sample(arbitraryCommand, { numRuns: 500, seed: 20_240_229 });
const timed = [...setup, ...history].map((command, i) => [1_700_000_000_000 + i * 250, command] as const);
timed.push(...perpetualHistory(timed));
timed.push(...launchHistory(timed));
// Encoded and decoded, because JSON has no NaN.
const { commands } = decodeGolden(
  encodeGolden({ logicVersion: LOGIC_VERSION, commands: timed, checkpoints: [] }),
);
writeFileSync(
  new URL('golden-journal.jsonl', import.meta.url),
  encodeGolden({ logicVersion: LOGIC_VERSION, commands, checkpoints: checkpointsOf(commands) }),
);

/** Trading in contracts after these commands, with times. */
function perpetualHistory(before: readonly (readonly [atMs: number, command: Command])[]) {
  const exchange = new Exchange();
  for (const [atMs, command] of before) exchange.apply(command, atMs);
  const timedCommands: (readonly [atMs: number, command: Command])[] = [];
  let nowMs = exchange.lastAtMs;
  const apply = (command: Command): void => {
    timedCommands.push([nowMs, command]);
    exchange.apply(command, nowMs);
  };
  for (const command of perpetualSetup()) apply(command);
  for (const step of fc.sample(perpetualStep, { numRuns: 400, seed: 20_240_230 })) {
    nowMs += step.waitMs;
    while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
    apply(aimed(step, exchange.perpetual));
  }
  return timedCommands;
}

/** Offers of new currencies after these commands, with times. */
function launchHistory(before: readonly (readonly [atMs: number, command: Command])[]) {
  const exchange = new Exchange();
  for (const [atMs, command] of before) exchange.apply(command, atMs);
  const timedCommands: (readonly [atMs: number, command: Command])[] = [];
  let nowMs = exchange.lastAtMs;
  const apply = (command: Command): void => {
    timedCommands.push([nowMs, command]);
    exchange.apply(command, nowMs);
  };
  for (const { waitMs, command } of fc.sample(launchStep, { numRuns: 250, seed: 20_240_231 })) {
    nowMs += waitMs;
    while (isTimeDue(exchange, nowMs)) apply({ type: 'passTime' });
    apply(command(nowMs));
  }
  return timedCommands;
}
