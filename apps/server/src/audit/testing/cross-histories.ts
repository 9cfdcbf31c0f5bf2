import fc from 'fast-check';
import { crossCommands, crossStep } from '@tallystick/core/perpetual/testing/arbitrary-cross';
import type { PerpetualStep } from '@tallystick/core/perpetual/testing/arbitrary-perpetual';
import type { MixedStep } from '@tallystick/core/testing/mixed-history';

const LENGTH = { minLength: 100, maxLength: 300, size: 'max' } as const;

/** Histories of accounts that carry positions of two contracts. */
export const crossHistory: fc.Arbitrary<MixedStep[]> = fc
  .array(crossStep, LENGTH)
  .map(steps => [
    ...crossCommands().map(command => mixed({ waitMs: 0, aim: null, command })),
    ...steps.map(mixed),
  ]);

function mixed({ waitMs, aim, command }: PerpetualStep): MixedStep {
  return { waitMs, aim, command: () => command };
}
