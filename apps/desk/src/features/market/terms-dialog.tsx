import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Field } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

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
  const [ready, setReady] = useState(false);
  const set = (change: Partial<typeof before>) => setTerms({ ...terms, ...change });
  if (ready) {
    return (
      <ProposeDialog
        kind="market"
        change={{ market_id: market.id, ...terms }}
        before={before}
        after={terms}
        onClose={onClose}
      />
    );
  }
  return (
    <ProposalForm
      title={t('markets.editTitle', { symbol: market.symbol })}
      onClose={onClose}
      onReady={() => setReady(true)}
    >
      <Field
        label={`${t('markets.minimum')}, ${market.quote.code}`}
        value={terms.min_notional}
        inputMode="decimal"
        required
        onChange={event => set({ min_notional: event.target.value.trim() })}
      />
      <Field
        label={t('markets.maker')}
        value={terms.maker_fee_percent}
        inputMode="decimal"
        required
        onChange={event => set({ maker_fee_percent: event.target.value.trim() })}
      />
      <Field
        label={t('markets.taker')}
        value={terms.taker_fee_percent}
        inputMode="decimal"
        required
        onChange={event => set({ taker_fee_percent: event.target.value.trim() })}
      />
      <Field
        label={t('markets.band')}
        help={t('markets.bandHelp')}
        value={terms.price_band_percent}
        inputMode="decimal"
        required
        onChange={event => set({ price_band_percent: event.target.value.trim() })}
      />
    </ProposalForm>
  );
}
