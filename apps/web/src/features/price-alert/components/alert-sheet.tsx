import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
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

/** Current values that alerts compare with; undefined while unknown. */
export interface AlertFigures {
  readonly price: string | undefined;
  /** In percent. */
  readonly dayChange: string | undefined;
  /** Funding rate of the market's contract, in percent. */
  readonly funding: string | undefined;
}

function figureOf({ price, dayChange, funding }: AlertFigures, kind: AlertKind): string | undefined {
  if (kind === 'funding') return funding;
  return kind === 'day_change' ? dayChange : price;
}

function Fields({
  market,
  draft,
  isNew,
  figures,
  hasContract,
  error,
  onChange,
}: {
  readonly market: WireMarket;
  readonly draft: AlertDraft;
  readonly isNew: boolean;
  readonly figures: AlertFigures;
  readonly hasContract: boolean;
  readonly error: unknown;
  readonly onChange: (change: Partial<AlertDraft>) => void;
}) {
  const { t } = useTranslation('notification');
  const { kind, typed, direction, repeating } = draft;
  const figure = figureOf(figures, kind);
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
        <span className="note block">{t('alert.repeatText')}</span>
      </Checkbox>
    </>
  );
}

function Form({
  market,
  alert,
  onDone,
  ...known
}: {
  readonly market: WireMarket;
  readonly alert: PriceAlert | undefined;
  readonly figures: AlertFigures;
  readonly hasContract: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('notification');
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
        {...known}
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

export interface SheetProps {
  readonly market: WireMarket;
  readonly alert?: PriceAlert | undefined;
  readonly figures: AlertFigures;
  /** Whether the market has a perpetual contract, and so a funding rate. */
  readonly hasContract: boolean;
  readonly onClose: () => void;
}

/** Creates or changes a price alert for a market, with the existing ones below. Mount it to open it. */
export function AlertSheet({ market, alert, figures, hasContract, onClose }: SheetProps) {
  const { t } = useTranslation('notification');
  const [edited, setEdited] = useState(alert);
  const { data } = usePriceAlerts(market.id);
  const others = alert === undefined ? (data ?? []) : [];
  return (
    <Sheet open onClose={onClose} title={edited ? t('alert.edit') : t('alert.of', { symbol: market.symbol })}>
      <Form
        key={edited?.id ?? 'new'}
        market={market}
        alert={edited}
        figures={figures}
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
