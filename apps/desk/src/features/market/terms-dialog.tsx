import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState, type FormEvent } from 'react';
import { t } from '#i18n/texts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
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
  const send = (event: FormEvent) => {
    event.preventDefault();
    setReady(true);
  };
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
    <Dialog title={t('markets.editTitle', { symbol: market.symbol })} onClose={onClose}>
      <form className="stack" onSubmit={send}>
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
        <div className="row row-end">
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          <Button type="submit" tone="main">
            {t('actions.propose')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
