import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Area, Figure, Tick } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { readStakes, readTimes, stakesText, timesText, type OptionMarket } from './lines.ts';

/** Terms of one market's second options, and the proposal to change them. */
export function OptionTermsDialog({
  market,
  currencies,
  onClose,
}: {
  readonly market: OptionMarket;
  /** By code. */
  readonly currencies: ReadonlyMap<string, number>;
  readonly onClose: () => void;
}) {
  const [enabled, setEnabled] = useState(market.enabled);
  const [staleMs, setStaleMs] = useState(String(market.stale_ms));
  const [times, setTimes] = useState(timesText(market.times));
  const [stakes, setStakes] = useState(stakesText(market.currencies));
  const propose = () => {
    const readT = readTimes(times);
    const readS = readStakes(stakes, currencies);
    if ('line' in readT) return readT;
    if ('line' in readS) return readS;
    const change = {
      market_id: market.market_id,
      enabled,
      stale_ms: wholeOf(staleMs) ?? 0,
      times: readT.items,
      currencies: readS.items,
    };
    return { change, before: termsOf(market), after: change };
  };
  return (
    <ProposalForm
      title={t('options.editTitle', { symbol: market.symbol })}
      wide
      kind="option"
      propose={propose}
      onClose={onClose}
    >
      <Tick label={t('options.enabled')} checked={enabled} onChange={setEnabled} />
      <Figure
        label={t('options.stale')}
        help={t('options.staleHelp')}
        value={staleMs}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,7}"
        onChange={setStaleMs}
      />
      <Area
        label={t('options.timesField')}
        help={t('options.timesHelp')}
        value={times}
        required
        onChange={setTimes}
      />
      <Area
        label={t('options.currenciesField')}
        help={t('options.currenciesHelp')}
        value={stakes}
        required
        onChange={setStakes}
      />
    </ProposalForm>
  );
}

function termsOf({ market_id, enabled, stale_ms, times, currencies }: OptionMarket) {
  return {
    market_id,
    enabled,
    stale_ms,
    times,
    currencies: currencies.map(({ currency_id, min_stake, max_stake, exposure_limit }) => ({
      currency_id,
      min_stake,
      max_stake,
      exposure_limit,
    })),
  };
}
