import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HaltError } from '../engine/engine-error.ts';
import { EXIT } from './exit-code.ts';
import { RunRecord } from './run-record.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tallystick-record-'));
  file = path.join(folder, 'last-stop.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const NOON = new Date(Date.UTC(2026, 6, 15, 12));
const begin = () => new RunRecord(folder, () => NOON);

it('reports nothing at the very first start, in a folder that does not exist yet', () => {
  const record = new RunRecord(path.join(folder, 'new', 'data'), () => NOON);
  expect([record.before, record.beforeInOrder]).toEqual([null, true]);
});

it.each([
  [EXIT.ordered, 'SIGTERM', 'the last run was stopped in order at 2026-07-15T12:00:00.000Z', true],
  [
    EXIT.again,
    'the connection is lost',
    'ended at 2026-07-15T12:00:00.000Z with code 75: the connection is lost',
    false,
  ],
])('tells how the last run ended: with %i', (code, reason, sentence, inOrder) => {
  const first = begin();
  first.served();
  first.ended(code, reason);
  const second = begin();
  expect(second.before).toContain(sentence);
  expect(second.beforeInOrder).toBe(inOrder);
});

it('reports a run that left no record, and a damaged record', () => {
  begin();
  expect(begin()).toMatchObject({ before: expect.stringContaining('left no word'), beforeInOrder: false });
  writeFileSync(file, '{"state": "en');
  expect(begin()).toMatchObject({ before: expect.stringContaining('left no word'), beforeInOrder: false });
});

it('refuses a start after inconsistent books until somebody has looked', () => {
  const first = begin();
  first.served();
  first.ended(EXIT.halted, 'the sum over USDT is 1');
  const before = readFileSync(file, 'utf8');
  for (let tries = 0; tries < 3; tries++) {
    expect(begin).toThrow(HaltError);
    expect(begin).toThrow(/2026-07-15T12:00:00.000Z .*the sum over USDT is 1.*delete .*last-stop.json/);
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
  rmSync(file);
  expect(begin().before).toBe(null);
});

it('allows a start after one that found inconsistent books itself: the next start checks again', () => {
  begin().ended(EXIT.halted, 'the journal was changed');
  expect(begin().before).toContain('with code 70: the journal was changed');
});
