export const display = {
  valuation: {
    title: 'Valuation method',
    text: 'Choose the currency in which totals are shown. It changes the display only, never what you own.',
    rate: 'Rate: {age}',
    demo: 'Demo rate: {age}',
    old: 'Old rate: {age}',
    missing: 'No rate for {currency} at the moment; shown in {shown}',
    noRates: 'There are no rates of other currencies at the moment.',
    perUsdt: '{currency} per USDT',
    perUsdtTitle: 'Other currencies, by the rate of USDT',
  },
  zone: {
    label: 'Time zone',
    change: 'Time zone: {zone}. Change',
    device: 'As this device',
    deviceShort: 'Local',
    search: 'Search a city or zone',
    none: 'No zone found',
    text: 'All times in the app and its charts. The exchange’s own days, such as settlements and daily interest, stay in UTC.',
  },
};
