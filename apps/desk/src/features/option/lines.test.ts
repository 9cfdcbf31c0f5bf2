import { describe, expect, it } from 'vitest';
import { readStakes, readTimes, stakesText, timesText } from './lines.ts';

const IDS = new Map([
  ['BTC', 1],
  ['USDT', 3],
]);

describe('lines of option terms', () => {
  it('are read back as shown', () => {
    const times = [
      { seconds: 30, payout_percent: '80' },
      { seconds: 600, payout_percent: '90.5' },
    ];
    expect(readTimes(timesText(times))).toEqual({ items: times });
    const stakes = { min_stake: '5', max_stake: '2000', exposure_limit: '50000' };
    const shown = { ...stakes, currency_id: 3, currency: 'USDT', exposure_rise: '0', exposure_fall: '0' };
    expect(readStakes(stakesText([shown]), IDS)).toEqual({ items: [{ currency_id: 3, ...stakes }] });
  });

  it('may have blank lines, extra spaces and small letters, and are sorted by currency', () => {
    expect(readTimes('\n 30   80 \n\n')).toEqual({ items: [{ seconds: 30, payout_percent: '80' }] });
    const read = readStakes('usdt 5 10 20\nbtc 0.1 0.2 1', IDS);
    expect('items' in read && read.items.map(item => item.currency_id)).toEqual([1, 3]);
  });

  it.each(['30', '30 80 1', '30 80%', '0 80', '1.5 80', '-30 80', '30 1e2'])('name the bad time %s', line => {
    expect(readTimes(`60 85\n${line}`)).toEqual({ line });
  });

  it.each(['DOGE 1 2 3', 'USDT 1 2', 'USDT 1 2 3 4', 'USDT 1 2 -3', 'USDT 1 2 1,000'])(
    'name the bad stakes %s',
    line => {
      expect(readStakes(line, IDS)).toEqual({ line });
    },
  );
});
