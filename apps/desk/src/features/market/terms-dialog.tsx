import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Figure } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';

type Market = DeskOutput<'GET desk/markets'>['items'][number]['market'];

/** Fees, band and minimum. The rest of a market never changes. */
export function TermsDialog({ market, onClose }: { readonly market: Market; readonly onClose: () => void }) {
  const before = {
    min_notional: market.min_notional,
    maker_fee_percent: market.maker_fee_percent,
    taker_fee_percent: market.taker_fee_percent,
    price_band_percent: market.price_band_percent,
  };
  const [terms, setTerms] = useState(before);
  const field = (name: keyof typeof before) => ({
    value: terms[name],
    onChange: (typed: string) => setTerms({ ...terms, [name]: typed }),
  });
  return (
    <ProposalForm
      title={t('markets.editTitle', { symbol: market.symbol })}
      kind="market"
      propose={() => ({ change: { market_id: market.id, ...terms }, before, after: terms })}
      onClose={onClose}
    >
      <Figure label={`${t('markets.minimum')}, ${market.quote.code}`} {...field('min_notional')} />
      <Figure label={t('markets.maker')} {...field('maker_fee_percent')} />
      <Figure label={t('markets.taker')} {...field('taker_fee_percent')} />
      <Figure label={t('markets.band')} help={t('markets.bandHelp')} {...field('price_band_percent')} />
    </ProposalForm>
  );
}
