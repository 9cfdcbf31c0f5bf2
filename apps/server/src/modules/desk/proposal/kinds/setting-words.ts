import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { DeskExchange } from '../../../../approval/desk-exchange.ts';
import type { TermsField } from '../../../notice/terms-texts.ts';

const E8 = 8;

/** An amount in USDT by the newest index price, truncated; null for a currency without one. */
export function worthOf(exchange: DeskExchange, currencyId: number, amount: string): string | null {
  if (currencyId === USDT) return amount;
  const market = exchange
    .markets()
    .find(({ baseCurrencyId, quoteCurrencyId }) => baseCurrencyId === currencyId && quoteCurrencyId === USDT);
  const tick = market === undefined ? null : exchange.indexTick(market.id);
  const units = parseDecimal(amount, 18);
  if (tick === null || units === null) return null;
  return formatMinor((units * BigInt(tick.priceE8)) / 10n ** 18n, E8);
}

type Told = Partial<Record<TermsField, string>>;

/** What gets worse in a setting, in customers' words. */
export function toldOf(from: unknown, to: unknown, exchange: Pick<DeskExchange, 'currency'>): Told {
  const setting = to as Partial<PlatformSettingValue<'withdrawal_limits'> & PlatformSettingValue<'bank'>>;
  const before = from as typeof setting;
  const told: { -readonly [Field in TermsField]?: string } = {};
  for (const field of ['per_day', 'address_cooling_hours', 'security_hold_hours'] as const) {
    if (setting[field] !== undefined && setting[field] !== before[field])
      told[field] = String(setting[field]);
  }
  const ways = { fee: [] as string[], minimum: [] as string[] };
  for (const item of setting.items ?? []) {
    const old = before.items?.find(
      one => one.currency_id === item.currency_id && one.network === item.network,
    );
    const code = exchange.currency(item.currency_id)?.code ?? '';
    for (const field of ['fee', 'minimum'] as const) {
      if (old !== undefined && old[field] !== item[field]) {
        ways[field].push(`${item[field]} ${code} (${item.network})`);
      }
    }
  }
  for (const field of ['fee', 'minimum'] as const) {
    const bank = setting[`withdrawal_${field}`];
    if (bank !== undefined && bank !== before[`withdrawal_${field}`]) ways[field].push(`${bank} USDT`);
  }
  if (ways.fee.length > 0) told.withdrawal_fee = ways.fee.join(', ');
  if (ways.minimum.length > 0) told.withdrawal_minimum = ways.minimum.join(', ');
  return told;
}
