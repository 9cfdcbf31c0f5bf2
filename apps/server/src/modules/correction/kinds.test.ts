import type pg from 'pg';
import { expect, it } from 'vitest';
import { correctionKinds, type CorrectionKindOptions } from './kinds.ts';

const WAITED_UNTIL_MS = 1_000;

/** An objection to a decision of operators 1 and 2; operator 3 counts as a second person from WAITED_UNTIL_MS on. */
const client = {
  query: (text: string) =>
    Promise.resolve({
      rows: text.includes('operator_ties')
        ? []
        : text.includes('deposit_reversals')
          ? [
              {
                id: '1',
                state: 'objected',
                made_by: 1,
                confirmed_by: 2,
                amount_minor: '1',
                deposit_minor: '1',
              },
            ]
          : [{ id: 3, second_from_ms: String(WAITED_UNTIL_MS) }],
    }),
} as unknown as pg.ClientBase;

function review(certainMs: number): Promise<unknown> {
  const kinds = correctionKinds({ certainNow: () => certainMs } as CorrectionKindOptions);
  const change = { reversal_id: 1, uphold: true, text: 'Looked at again' };
  const { refuse } = kinds.reversal_review;
  const args = [client, change, { id: 3 }] as unknown as Parameters<NonNullable<typeof refuse>>;
  return Promise.resolve(refuse!(...args));
}

it('an objection is not judged by a person whose waiting time depends on a clock in doubt', async () => {
  await expect(review(WAITED_UNTIL_MS - 1)).rejects.toMatchObject({ code: 'second_person_waiting' });
  await expect(review(WAITED_UNTIL_MS)).resolves.toBeUndefined();
});
