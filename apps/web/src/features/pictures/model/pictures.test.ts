import { describe, expect, test } from 'vitest';
import { fittedSize } from './shrink.ts';
import { canRetry, emptyUpload, percentOf, reduceUpload, type UploadAction } from './upload-state.ts';

const after = (...actions: UploadAction[]) => actions.reduce(reduceUpload, emptyUpload);
const SENDING: UploadAction[] = [{ type: 'chosen' }, { type: 'prepared' }];

describe('an upload', () => {
  test('goes from file to picture', () => {
    expect(after({ type: 'chosen' })).toEqual({ step: 'preparing' });
    expect(after(...SENDING, { type: 'sent', share: 0.4 })).toEqual({ step: 'uploading', share: 0.4 });
    expect(after(...SENDING, { type: 'arrived', pictureId: 7 })).toEqual({ step: 'done', pictureId: 7 });
  });

  test('never runs backwards or beyond its end', () => {
    const state = after(...SENDING, { type: 'sent', share: 0.6 }, { type: 'sent', share: 0.2 });
    expect(percentOf(state)).toBe(60);
    expect(percentOf(after(...SENDING, { type: 'sent', share: 1.7 }))).toBe(100);
    expect(percentOf(after(...SENDING, { type: 'sent', share: 0.999 }))).toBe(99);
  });

  test('late progress does not undo its end', () => {
    const done = after(...SENDING, { type: 'arrived', pictureId: 7 }, { type: 'sent', share: 0.9 });
    expect(done.step).toBe('done');
    const failed = after(...SENDING, { type: 'failed', reason: 'network' }, { type: 'sent', share: 0.9 });
    expect(failed.step).toBe('failed');
  });

  test('is tried again only where the same file may succeed', () => {
    expect(canRetry(after({ type: 'failed', reason: 'network' }))).toBe(true);
    for (const reason of ['tooLarge', 'notPicture', 'refused'] as const) {
      expect(canRetry(after({ type: 'failed', reason }))).toBe(false);
    }
  });

  test('can be emptied at any step', () => {
    expect(after(...SENDING, { type: 'emptied' })).toEqual(emptyUpload);
    expect(after({ type: 'arrived', pictureId: 7 }, { type: 'emptied' })).toEqual(emptyUpload);
  });
});

test.each([
  [4000, 3000, 2400, 1800],
  [3000, 4000, 1800, 2400],
  [800, 600, 800, 600],
  [2400, 2400, 2400, 2400],
  [100_000, 10, 2400, 1],
])('%i × %i is drawn at %i × %i', (width, height, wide, high) => {
  expect(fittedSize(width, height)).toEqual([wide, high]);
});
