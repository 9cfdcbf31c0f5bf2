import { Trash2 } from 'lucide-react';
import { NETWORKS } from '@tallystick/protocol/networks';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';

export interface Limit {
  readonly currency_id: number;
  readonly [field: string]: string | number | boolean;
}

/** The line a table without any begins with, by the name of its setting. */
const EMPTY: Readonly<Record<string, Limit>> = {
  tokens: { currency_id: 0, network: 'ERC20', contract: '', chain_decimals: 18 },
};

/** One line per currency and network. */
export function LimitsTable({
  name,
  limits,
  currencies,
  editable,
  onChange,
}: {
  /** Of the setting. */
  readonly name: string;
  readonly limits: readonly Limit[];
  readonly currencies: ReadonlyMap<number, string>;
  readonly editable: boolean;
  readonly onChange: (limits: readonly Limit[]) => void;
}) {
  const first = limits[0] ?? EMPTY[name];
  if (first === undefined) return null;
  const blank = EMPTY[name] === undefined ? first : { ...EMPTY[name], currency_id: firstOf(currencies) };
  const fields = Object.keys(first);
  const set = (index: number, field: string, value: Limit[string]) =>
    onChange(limits.map((limit, at) => (at === index ? { ...limit, [field]: value } : limit)));
  return (
    <div className="stack">
      <div className="table-frame">
        <table aria-label={t('nav.settings')}>
          <thead>
            <tr>
              {fields.map(field => (
                <th key={field} scope="col">
                  {word('fields', field)}
                </th>
              ))}
              {editable ? <th scope="col" aria-label={t('actions.remove')} /> : null}
            </tr>
          </thead>
          <tbody>
            {limits.map((limit, index) => (
              // The order never changes while the form is open.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {fields.map(field => (
                  <td key={field} data-head={word('fields', field)}>
                    <Cell
                      label={`${word('fields', field)} ${index + 1}`}
                      field={field}
                      value={limit[field] ?? ''}
                      currencies={currencies}
                      editable={editable}
                      onChange={value => set(index, field, value)}
                    />
                  </td>
                ))}
                {editable ? (
                  <td>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t('settings.removeRow')}
                      disabled={limits.length === 1 && EMPTY[name] === undefined}
                      onClick={() => onChange(limits.filter((_, at) => at !== index))}
                    >
                      <Trash2 size={16} />
                    </button>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {editable ? (
        <div className="row">
          <Button
            small
            onClick={() => onChange([...limits, 'enabled' in blank ? { ...blank, enabled: false } : blank])}
          >
            {t('network' in first ? 'settings.addRow' : 'settings.addCurrency')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function firstOf(currencies: ReadonlyMap<number, string>): number {
  return currencies.keys().next().value ?? 0;
}

function Cell({
  label,
  field,
  value,
  currencies,
  editable,
  onChange,
}: {
  readonly label: string;
  readonly field: string;
  readonly value: string | number | boolean;
  readonly currencies: ReadonlyMap<number, string>;
  readonly editable: boolean;
  readonly onChange: (value: string | number | boolean) => void;
}) {
  if (field === 'currency_id' || field === 'network') {
    const options: [string, string][] =
      field === 'network'
        ? NETWORKS.map(network => [network, network])
        : [...currencies].map(([id, code]) => [String(id), code]);
    return (
      <select
        aria-label={label}
        value={String(value)}
        disabled={!editable}
        onChange={event =>
          onChange(field === 'network' ? event.target.value : (wholeOf(event.target.value) ?? 0))
        }
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    );
  }
  if (typeof value === 'boolean') {
    return (
      <input
        type="checkbox"
        aria-label={label}
        checked={value}
        disabled={!editable}
        onChange={event => onChange(event.target.checked)}
      />
    );
  }
  const isWhole = typeof value === 'number';
  return (
    <input
      aria-label={label}
      value={String(value)}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      disabled={!editable}
      onChange={event => onChange(isWhole ? (wholeOf(event.target.value) ?? 0) : event.target.value.trim())}
    />
  );
}
