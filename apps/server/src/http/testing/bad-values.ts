export const FORTY_DIGITS = '9'.repeat(40);

/** Texts that are invalid in most fields. */
export const BAD_VALUES = [
  ['a negative number', '-1'],
  ['zero', '0'],
  ['NaN', 'NaN'],
  ['infinity', 'Infinity'],
  ['an exponent', '1e5'],
  ['forty digits', FORTY_DIGITS],
  ['a fraction too fine', '1.0000000000000000001'],
  ['hexadecimal', '0x10'],
  ['a comma', '1,5'],
  ['nothing', ''],
  ['a blank', ' '],
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['SQL', "1' or '1'='1"],
] as const;

/** Values of other types, which only JSON can carry. */
export const BAD_TYPES = [
  ['null', null],
  ['an object', {}],
  ['an array', ['1']],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['a number beyond all', 1e300],
] as const;

/** Proper names of orders. */
const NAMES = ['-1', '0', 'NaN', 'Infinity', '1e5', '1.0000000000000000001', '0x10'];

/** Bad values that this field takes and that change nothing. */
export const HARMLESS: readonly string[] = [
  'POST coin/check post_only 0',
  'POST coin/check guarded 0',
  'POST coin/check_order_list guarded 0',
  ...NAMES.map(name => `POST coin/check client_order_id ${name}`),
  'POST ticket/list cursor 0',
  'GET charge_mention/log2 cursor 0',
  'GET charge_mention/log3 cursor 0',
  'GET coin/convert amount 0',
  'GET coin/fills from_ms 0',
  'GET coin/fills to_ms 0',
  'GET coin/list cursor 0',
  'GET coin/list from_ms 0',
  'GET coin/list to_ms 0',
  // Names of orders: letters, digits and a few signs.
  ...BAD_VALUES.map(([, value]) => value)
    .filter(value => /^[.A-Z:/a-z0-9_-]{1,36}$/.test(value))
    .map(value => `GET coin/list client_order_id ${value}`),
  'GET currency/trades from_ms 0',
  'GET currency/trades to_ms 0',
  'GET currency/new_timeshar to_ms 0',
  'GET convert/list cursor 0',
  // Searches accept any text.
  ...BAD_VALUES.map(([, value]) => `GET help/search q ${value}`).filter(one => !one.includes('\u0000')),
  'GET company/profit_withdrawals cursor 0',
  'GET liability/points cursor 0',
  'GET lever/deleveragings cursor 0',
  'GET lever/deleveragings from_ms 0',
  'GET lever/deleveragings to_ms 0',
  'GET lever/fills from_ms 0',
  'GET lever/fills to_ms 0',
  'GET lever/funding_history cursor 0',
  'GET lever/funding_history from_ms 0',
  'GET lever/funding_history to_ms 0',
  'GET lever/insurance_history cursor 0',
  'GET lever/liquidations cursor 0',
  'GET lever/liquidations from_ms 0',
  'GET lever/liquidations to_ms 0',
  'GET lever/my_funding from_ms 0',
  'GET lever/my_funding to_ms 0',
  'GET lever/offsets cursor 0',
  'GET lever/offsets from_ms 0',
  'GET lever/offsets to_ms 0',
  'GET lever/premiums cursor 0',
  'GET lever/premiums from_ms 0',
  'GET lever/premiums to_ms 0',
  'GET lever/top_ups cursor 0',
  'GET lever/top_ups from_ms 0',
  'GET lever/top_ups to_ms 0',
  'GET lever/triggers cursor 0',
  'GET lever/triggers from_ms 0',
  'GET lever/triggers to_ms 0',
  'GET lh/deposit/order cursor 0',
  'GET lh/send/order_list cursor 0',
  'GET microtrade/lists cursor 0',
  'GET microtrade/lists from_ms 0',
  'GET microtrade/lists practice 0',
  'GET microtrade/lists to_ms 0',
  'GET price_log/archives cursor 0',
  'GET price_log/checkpoints cursor 0',
  'GET price_log/ticks from_ms 0',
  'GET public_log/records cursor 0',
  'GET signed_log/checkpoints cursor 0',
  'GET user/login_history cursor 0',
  'GET wallet/hzhistory cursor 0',
  'POST lever/my_trade cursor 0',
  'POST lever/my_trade from_ms 0',
  'POST lever/my_trade to_ms 0',
  'POST lever/orders cursor 0',
  'POST lever/orders from_ms 0',
  'POST lever/orders to_ms 0',
  'POST wallet/legal_log from_ms 0',
  'POST wallet/legal_log to_ms 0',
  'POST user/my_account_return cursor 0',
  'POST user/my_invite_list cursor 0',
];

/** Values that are valid in calls that move money: these succeed. */
export const PROPER: readonly string[] = [
  'POST tell/choose mail 0',
  'POST tell/choose push 0',
  'POST tell/quiet on 0',
  'POST help/useful useful 0',
  // No top-ups.
  'POST lever/top_up_default limit 0',
  'POST lever/alerts near_liquidation 0',
  'POST lever/alerts stop 0',
  'POST lever/alerts liquidated 0',
  'POST lever/alerts funding 0',
  'POST limits/self daily_loss_limit 0',
  'POST limits/self cool_down_hours 0',
  'POST coin/trade post_only 0',
  'POST coin/trade guarded 0',
  // Names are refused: orders have them by now.
  'POST coin/order_list guarded 0',
  'POST coin/cancel_timer after_ms 0',
  ...NAMES.map(name => `POST coin/trade client_order_id ${name}`),
];
