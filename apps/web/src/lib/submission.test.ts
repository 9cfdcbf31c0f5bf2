import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { Submission } from './submission.ts';
import { isAnythingUnderWay } from './under-way.ts';

const lost = new ApiError('network_error', '', 0);
const refused = new ApiError('insufficient_balance', 'Not enough.', 409);

function watched() {
  const submission = new Submission();
  const phases: string[] = [];
  submission.listen(() => phases.push(submission.read().phase));
  return { submission, phases };
}

test.each([
  ['done', () => Promise.resolve('order'), undefined],
  ['refused', () => Promise.reject(refused), refused],
  ['unknown', () => Promise.reject(lost), lost],
] as const)('is sending, then %s', async (phase, send, error) => {
  const { submission, phases } = watched();
  const sent = await submission.run(send);
  expect(phases).toEqual(['sending', phase]);
  expect(submission.read()).toEqual({ phase, error });
  expect(sent).toEqual(error === undefined ? { result: 'order' } : { error });
});

test('a press while one is on its way does nothing; meanwhile no reload comes in between', async () => {
  const { submission } = watched();
  const answer = Promise.withResolvers<string>();
  let sends = 0;
  const send = () => {
    sends += 1;
    return answer.promise;
  };
  const first = submission.run(send);
  expect(await submission.run(send)).toBeUndefined();
  expect([sends, isAnythingUnderWay()]).toEqual([1, true]);
  answer.resolve('order');
  expect(await first).toEqual({ result: 'order' });
  expect(isAnythingUnderWay()).toBe(false);
});

test('another attempt takes back what was said of the one before', async () => {
  const { submission } = watched();
  await submission.run(() => Promise.reject(refused));
  const again = submission.run(() => Promise.resolve());
  expect(submission.read()).toEqual({ phase: 'sending', error: undefined });
  await again;
});

test('so does another input, but not while one is on its way', async () => {
  const { submission } = watched();
  await submission.run(() => Promise.reject(lost));
  submission.clear();
  expect(submission.read()).toEqual({ phase: 'idle', error: undefined });
  const running = submission.run(() => Promise.resolve());
  submission.clear();
  expect(submission.read().phase).toBe('sending');
  await running;
});
