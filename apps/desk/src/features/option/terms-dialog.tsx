import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Area, Field, Tick } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { readStakes, readTimes, stakesText, timesText, type OptionMarket } from './lines.ts';

type Change = Readonly<Record<string, unknown>>;

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
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const send = () => {
    const readT = readTimes(times);
    const readS = readStakes(stakes, currencies);
    if ('line' in readT) return setUnreadable(readT.line);
    if ('line' in readS) return setUnreadable(readS.line);
    return setChange({
      market_id: market.market_id,
      enabled,
      stale_ms: wholeOf(staleMs) ?? 0,
      times: readT.items,
      currencies: readS.items,
    });
  };
  if (change !== null) {
    return (
      <ProposeDialog
        kind="option"
        change={change}
        before={termsOf(market)}
        after={change}
        onClose={onClose}
      />
    );
  }
  return (
    <ProposalForm
      title={t('options.editTitle', { symbol: market.symbol })}
      wide
      onClose={onClose}
      onReady={send}
    >
      <Tick label={t('options.enabled')} checked={enabled} onChange={setEnabled} />
      <Field
        label={t('options.stale')}
        help={t('options.staleHelp')}
        value={staleMs}
        inputMode="numeric"
        pattern="[1-9][0-9]{0,7}"
        required
        onChange={event => setStaleMs(event.target.value.trim())}
      />
      <Area
        label={t('options.timesField')}
        help={t('options.timesHelp')}
        value={times}
        required
        onChange={event => setTimes(event.target.value)}
      />
      <Area
        label={t('options.currenciesField')}
        help={t('options.currenciesHelp')}
        value={stakes}
        required
        onChange={event => setStakes(event.target.value)}
      />
      {unreadable === null ? null : (
        <p role="alert" className="bad">
          {t('options.unreadable', { line: unreadable })}
        </p>
      )}
    </ProposalForm>
  );
}

function termsOf({ market_id, enabled, stale_ms, times, currencies }: OptionMarket): Change {
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
