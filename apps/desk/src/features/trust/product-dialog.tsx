import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Choice, Field, Tick } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { TimeField } from '#ui/time-field.tsx';

export type TrustProduct = DeskOutput<'GET desk/trust_products'>['items'][number];
type Terms = TrustProduct['terms'];

/** Amounts and rates as typed; the server validates them. */
const AMOUNTS = ['minimum', 'maximum', 'capacity', 'customer_limit'] as const;
const RATES = ['daily_yield_percent', 'penalty_percent'] as const;

/** Initial values: the specification's example. */
export function newProduct(productId: number): Terms {
  return {
    product_id: productId,
    enabled: true,
    currency_id: 3,
    cycle_days: 15,
    daily_yield_percent: '0.4',
    penalty_percent: '0.6',
    minimum: '100',
    maximum: '10000',
    capacity: '100000',
    customer_limit: '10000',
    opens_at_ms: 0,
  };
}

/** Terms of a product; once somebody has bought it, only whether it is on sale can change. */
export function ProductDialog({
  terms,
  before,
  editable,
  currencies,
  onClose,
}: {
  readonly terms: Terms;
  /** Null: a new one. */
  readonly before: Terms | null;
  readonly editable: boolean;
  /** By id. */
  readonly currencies: ReadonlyMap<number, string>;
  readonly onClose: () => void;
}) {
  const [wanted, setWanted] = useState<Terms>(terms);
  const [ready, setReady] = useState(false);
  const set = (name: string, value: unknown) => setWanted({ ...wanted, [name]: value });
  const text = (name: string) => String(wanted[name] ?? '');
  const opens = wanted['opens_at_ms'];
  const opensAtMs = typeof opens === 'number' ? opens : 0;
  if (ready) {
    return (
      <ProposeDialog kind="trust_product" change={wanted} before={before} after={wanted} onClose={onClose} />
    );
  }
  const field = (name: string) => (
    <Field
      key={name}
      label={t(`trust.fields.${name as (typeof AMOUNTS | typeof RATES)[number]}`)}
      value={text(name)}
      inputMode="decimal"
      required
      disabled={!editable}
      onChange={event => set(name, event.target.value.trim())}
    />
  );
  return (
    <ProposalForm
      title={t('trust.editTitle', { id: text('product_id') })}
      wide
      onClose={onClose}
      onReady={() => setReady(true)}
    >
      {editable ? null : <p className="quiet">{t('trust.frozen')}</p>}
      <Tick
        label={t('trust.enabled')}
        checked={wanted['enabled'] === true}
        onChange={enabled => set('enabled', enabled)}
      />
      <div className="grid-2">
        <Choice
          label={t('trust.fields.currency_id')}
          value={text('currency_id')}
          disabled={!editable}
          options={[...currencies].map(([id, code]) => ({ value: String(id), label: code }))}
          onChange={value => set('currency_id', wholeOf(value))}
        />
        <Field
          label={t('trust.fields.cycle_days')}
          value={text('cycle_days')}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,3}"
          required
          disabled={!editable}
          onChange={event => set('cycle_days', wholeOf(event.target.value) ?? 0)}
        />
        {RATES.map(field)}
        {AMOUNTS.map(field)}
        <TimeField
          label={t('trust.fields.opens_at_ms')}
          help={t('trust.opensHelp')}
          atMs={opensAtMs === 0 ? null : opensAtMs}
          disabled={!editable}
          onChange={atMs => set('opens_at_ms', atMs ?? 0)}
        />
      </div>
    </ProposalForm>
  );
}
