import { describe, expect, test } from 'vitest';
import { toCsv } from './csv.ts';

describe('cells', () => {
  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-cmd', "'-cmd"],
    ['@cmd', "'@cmd"],
    ['-0.5', '-0.5'],
    [null, ''],
    [true, 'true'],
    [-5, '-5'],
  ])('%o is written %s', (value, text) => {
    expect(toCsv(['h'], [[value]])).toBe(`\uFEFFh\r\n${text}\r\n`);
  });
});

test('rows and columns stand in their order', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ),
  ).toBe('\uFEFFa,b\r\n1,2\r\n3,4\r\n');
});
