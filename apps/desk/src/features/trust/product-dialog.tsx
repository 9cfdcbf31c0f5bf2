import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Choice, Figure, Figures, Tick } from '#ui/field.tsx';
import { ProposalForm } from '#ui/proposal-form.tsx';
import { TimeField } from '#ui/time-field.tsx';

export type TrustProduct = DeskOutput<'GET desk/trust_products'>['items'][number];
type Terms = TrustProduct['terms'];

/** Rates and amounts as typed; the server validates them. */
const FIGURES = [
  'daily_yield_percent',
  'penalty_percent',
  'minimum',
  'maximum',
  'capacity',
  'customer_limit',
] as const;

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
  const set = (name: string, value: unknown) => setWanted({ ...wanted, [name]: value });
  const text = (name: string) => String(wanted[name] ?? '');
  const opens = wanted['opens_at_ms'];
  const opensAtMs = typeof opens === 'number' ? opens : 0;
  return (
    <ProposalForm
      title={t('trust.editTitle', { id: text('product_id') })}
      wide
      kind="trust_product"
      propose={() => ({ change: wanted, before, after: wanted })}
      onClose={onClose}
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
        <Figure
          label={t('trust.fields.cycle_days')}
          value={text('cycle_days')}
          inputMode="numeric"
          pattern="[1-9][0-9]{0,3}"
          disabled={!editable}
          onChange={typed => set('cycle_days', wholeOf(typed) ?? 0)}
        />
        <Figures
          names={FIGURES}
          labelOf={name => t(`trust.fields.${name}`)}
          values={wanted}
          disabled={!editable}
          onChange={setWanted}
        />
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
