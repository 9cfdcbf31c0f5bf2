import { expect, test } from 'vitest';
import { defaultSettings } from '../../../settings/defaults.ts';
import { aboveCeiling, splitSetting } from './worse-settings.ts';

const LIMITS = defaultSettings('live').withdrawal_limits;
const worth = (_currencyId: number, amount: string) => amount;

test('holds, fees, minimums and a limit of zero a day are out of bounds', () => {
  const above = (more: object) => aboveCeiling('withdrawal_limits', { ...LIMITS, ...more }, worth)?.field;
  const usdt = { ...LIMITS.items[0]!, currency_id: 3 };
  expect(above({})).toBeUndefined();
  expect(above({ security_hold_hours: 73 })).toBe('security_hold_hours');
  expect(above({ address_cooling_hours: 73 })).toBe('address_cooling_hours');
  expect(above({ per_day: 0 })).toBe('per_day');
  expect(above({ items: [{ ...usdt, fee: '50.01' }] })).toBe('fee');
  expect(above({ items: [{ ...usdt, minimum: '200.01' }] })).toBe('minimum');
  const bank = { ...defaultSettings('live').bank, withdrawal_fee: '51' };
  expect(aboveCeiling('bank', bank, worth)?.field).toBe('withdrawal_fee');
});

test('worse changes wait, better and new ones do not', () => {
  const to = { ...LIMITS, per_day: 1, address_cooling_hours: 0, security_hold_hours: 72 };
  expect(splitSetting('withdrawal_limits', LIMITS, to)).toEqual({
    now: { ...LIMITS, address_cooling_hours: 0 },
    later: to,
  });
  const better = { ...LIMITS, per_day: 9 };
  expect(splitSetting('withdrawal_limits', LIMITS, better)).toEqual({ now: better, later: null });
});
