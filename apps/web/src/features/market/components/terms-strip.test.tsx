import { LANGUAGES } from '@tallystick/protocol/languages';
import type { WireMarket } from '@tallystick/protocol/wire';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { loadTexts, switchTexts, translate } from '#i18n/texts.ts';
import { TermsStrip } from './terms-strip.tsx';

const currency = (id: number, code: string) => ({ id, code, name: code, decimals: 8, display_decimals: 2 });
const market: WireMarket = {
  ...{ id: 1, symbol: 'BTC/USDT', base: currency(1, 'BTC'), quote: currency(3, 'USDT') },
  ...{ tick_size: '0.1', lot_size: '0.1', min_notional: '5' },
  ...{ maker_fee_percent: '0.1', taker_fee_percent: '0.1', price_band_percent: '10' },
  ...{ status: 'open', halt: null },
  announced: {
    effective_at_ms: Date.UTC(2026, 6, 15),
    ...{ min_notional: '5', maker_fee_percent: '0.1', taker_fee_percent: '0.2', price_band_percent: '10' },
  },
} as WireMarket;

afterAll(() => switchTexts('en'));

test.each(LANGUAGES)(
  'in %s, a spot market’s announcement speaks of orders, a contract’s of positions',
  async lang => {
    await switchTexts(lang);
    await loadTexts('market');
    const said = {
      spot: translate('market:terms.kept.spot'),
      perpetual: translate('market:terms.kept.perpetual'),
    };
    expect(said.spot).not.toBe(said.perpetual);
    for (const kind of ['spot', 'perpetual'] as const) {
      const other = kind === 'spot' ? 'perpetual' : 'spot';
      const strip = renderToStaticMarkup(<TermsStrip of={market} kind={kind} />);
      expect(strip).toContain(`<span>${said[kind]}</span>`);
      expect(strip).not.toContain(`<span>${said[other]}</span>`);
    }
  },
);

test('what changes nothing is not announced', () => {
  const nothing = { ...market, announced: null };
  expect(renderToStaticMarkup(<TermsStrip of={nothing} kind="spot" />)).toBe('');
});
