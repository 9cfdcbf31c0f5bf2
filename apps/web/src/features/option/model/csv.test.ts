import { expect, test } from 'vitest';
import { optionsCsv } from './csv.ts';
import { exampleOption } from './testing/example-option.ts';

test('one line per option, with ticks and every digit', () => {
  const [heading = '', line = ''] = optionsCsv([exampleOption]).split('\r\n');
  const values = Object.fromEntries(
    heading
      .replace('\uFEFF', '')
      .split(',')
      .map((name, index) => [name, line.split(',')[index]]),
  );
  expect(values).toMatchObject({
    option_id: '7',
    bought_at: '2023-11-14T22:13:20.000Z',
    direction: 'rise',
    practice: 'false',
    stake: '50',
    entry_tick: '101',
    exit_price: '60000.1',
    outcome: 'won',
    profit_loss: '40',
  });
});

test('an option without ticks leaves their cells empty', () => {
  const refunded = { ...exampleOption, entry: null, exit: null, result: 'stale_entry' as const };
  expect(optionsCsv([refunded])).toContain(',0.8,,,,,stale_entry,');
});
