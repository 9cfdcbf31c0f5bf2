import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { useTicker } from '#features/market/api/markets.ts';
import { useContracts, usePerpetualTicker } from '#features/perpetual/api/perpetual.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { unitsOf } from '#lib/market-units.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { formatPrice } from '#ui/format.ts';
import { Chips, Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { Checkbox } from '#ui/switch.tsx';
import { showToast } from '#ui/toast.ts';
import { ErrorWords } from '#ui/why.tsx';
import { addAlert, editAlert, usePriceAlerts, type PriceAlert } from '../api/calls.ts';
import { DECIMALS, draftOf, valueOf, type AlertDraft, type AlertKind } from '../model/draft.ts';
import { AlertLine } from './alert-line.tsx';
import styles from './price-alert.module.css';

const KINDS: readonly AlertKind[] = ['level', 'change', 'day_change', 'funding'];

/** The figure an alert of the kind looks at, as it stands. */
function useFigure(market: WireMarket, kind: AlertKind): string | undefined {
  const ticker = useTicker(market.id);
  const contract = usePerpetualTicker(market.id);
  if (kind === 'funding') return contract?.funding_rate_percent ?? undefined;
  if (kind === 'day_change') return ticker?.change_24h ?? undefined;
  return ticker?.index_price ?? ticker?.last ?? undefined;
}

function Fields({
  market,
  draft,
  isNew,
  hasContract,
  error,
  onChange,
}: {
  readonly market: WireMarket;
  readonly draft: AlertDraft;
  readonly isNew: boolean;
  readonly hasContract: boolean;
  readonly error: unknown;
  readonly onChange: (change: Partial<AlertDraft>) => void;
}) {
  const { t } = useTranslation('tell');
  const { kind, typed, direction, repeating } = draft;
  const figure = useFigure(market, kind);
  const isPrice = kind === 'level';
  const ofPrice = isPrice || kind === 'change';
  const { priceDecimals } = unitsOf(market);
  return (
    <>
      {isNew ? (
        <Chips
          label={t('alert.kind')}
          value={kind}
          onChange={next => onChange({ kind: next, typed: '' })}
          className={styles['kinds']}
          choices={KINDS.filter(value => value !== 'funding' || hasContract).map(value => ({
            value,
            label: t(`alert.kinds.${value}`),
          }))}
        />
      ) : null}
      {isPrice ? null : (
        <Segmented
          label={t('alert.direction')}
          value={direction}
          onChange={next => onChange({ direction: next })}
          choices={(['up', 'down'] as const).map(value => ({
            value,
            label: t(`alert.${value}`),
            tone: value,
          }))}
        />
      )}
      <AmountInput
        label={t(isPrice ? 'alert.price' : kind === 'funding' ? 'alert.rate' : 'alert.percent')}
        value={typed}
        decimals={isPrice ? priceDecimals : DECIMALS[kind]}
        unit={isPrice ? market.quote.code : '%'}
        placeholder="0"
        error={error === undefined ? undefined : <ErrorWords error={error} />}
        hint={
          figure === undefined
            ? undefined
            : t('alert.hint', { value: ofPrice ? formatPrice(figure, priceDecimals) : `${figure} %` })
        }
        onChange={value => onChange({ typed: value })}
      />
      <Checkbox checked={repeating} onChange={value => onChange({ repeating: value })}>
        {t('alert.repeat')}
        <span className={styles['under']}>{t('alert.repeatText')}</span>
      </Checkbox>
    </>
  );
}

function Form({
  market,
  alert,
  hasContract,
  onDone,
}: {
  readonly market: WireMarket;
  readonly alert: PriceAlert | undefined;
  readonly hasContract: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('tell');
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(alert));
  const value = valueOf(draft);
  const { blocker, guard } = useForm(
    value === undefined ? [{ code: 'alert.need', field: 'amount' } as const] : [],
  );
  const { busy, error, submit, clearError } = useSubmit(async () => {
    if (value === undefined) return;
    const { kind, repeating } = draft;
    if (alert) await editAlert(client, { alert_id: alert.id, value, repeating });
    else await addAlert(client, { market_id: market.id, kind, value, repeating });
    showToast(t('alert.done'), 'good');
    onDone();
  });
  return (
    <form noValidate className={styles['form']} onSubmit={guard(submit)}>
      <Fields
        market={market}
        draft={draft}
        isNew={alert === undefined}
        hasContract={hasContract}
        error={error}
        onChange={change => {
          clearError();
          setDraft({ ...draft, ...change });
        }}
      />
      <SubmitButton block busy={busy} problem={blocker && t(blocker.code)}>
        {t(alert ? 'alert.change' : 'alert.set')}
      </SubmitButton>
    </form>
  );
}

/** Sets a price alert for a market, or changes one; below it those there are. Mount it to open it. */
export function AlertSheet({
  market,
  alert,
  onClose,
}: {
  readonly market: WireMarket;
  readonly alert?: PriceAlert | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('tell');
  const [edited, setEdited] = useState(alert);
  const { data } = usePriceAlerts(market.id);
  const contracts = useContracts();
  const hasContract = contracts.data?.items.some(({ contract }) => contract.market_id === market.id) ?? false;
  const others = alert === undefined ? (data ?? []) : [];
  return (
    <Sheet open onClose={onClose} title={edited ? t('alert.edit') : t('alert.of', { symbol: market.symbol })}>
      <Form
        key={edited?.id ?? 'new'}
        market={market}
        alert={edited}
        hasContract={hasContract}
        onDone={onClose}
      />
      {others.length > 0 && edited === undefined ? (
        <section className={styles['own']} aria-label={t('alert.own')}>
          <h3>{t('alert.own')}</h3>
          <ul>
            {others.map(one => (
              <AlertLine key={one.id} alert={one} onEdit={() => setEdited(one)} />
            ))}
          </ul>
        </section>
      ) : null}
    </Sheet>
  );
}
