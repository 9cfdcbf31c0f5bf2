import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { wholeOf } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Area, Field, Tick } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { LimitsTable, type Limit } from './limits-table.tsx';

type Leaf = string | number | boolean;
export type Value = Readonly<Record<string, Leaf | readonly Limit[]>>;

/** Long enough to be written on several lines. */
const LONG = new Set(['note']);

/** The form of any setting, from the shape of its value: texts, whole numbers, switches and one table of limits. */
export function SettingForm({
  name,
  value,
  draft,
  onDraft: setDraft,
  currencies,
  editable,
}: {
  readonly name: string;
  /** What is in force. */
  readonly value: Value;
  readonly draft: Value;
  readonly onDraft: (draft: Value) => void;
  readonly currencies: ReadonlyMap<number, string>;
  readonly editable: boolean;
}) {
  const [ready, setReady] = useState(false);
  const set = (field: string, next: Value[string]) => setDraft({ ...draft, [field]: next });
  const unchanged = JSON.stringify(draft) === JSON.stringify(value);
  const entries = Object.entries(draft);
  return (
    <>
      <Form onSend={() => setReady(true)}>
        {entries.map(([field, part]) =>
          typeof part === 'object' ? (
            <LimitsTable
              key={field}
              name={name}
              limits={part}
              currencies={currencies}
              editable={editable}
              onChange={limits => set(field, limits)}
            />
          ) : null,
        )}
        {name === 'products' ? <p className="hint">{t('settings.optionNotice')}</p> : null}
        <div className="grid-fields">
          {entries.map(([field, part]) =>
            typeof part === 'object' ? null : (
              <Input
                key={field}
                field={field}
                value={part}
                editable={editable}
                onChange={next => set(field, next)}
              />
            ),
          )}
        </div>
        {editable ? (
          <div className="row row-end">
            {unchanged ? <span className="quiet">{t('propose.nothing')}</span> : null}
            <Button type="submit" tone="main" disabled={unchanged}>
              {t('actions.propose')}
            </Button>
          </div>
        ) : null}
      </Form>
      {ready ? (
        <ProposeDialog
          kind="setting"
          change={{ name, value: draft }}
          before={named(value, currencies)}
          after={named(draft, currencies)}
          onClose={() => setReady(false)}
          onProposed={() => setDraft(value)}
        />
      ) : null}
    </>
  );
}

function Input({
  field,
  value,
  editable,
  onChange,
}: {
  readonly field: string;
  readonly value: Leaf;
  readonly editable: boolean;
  readonly onChange: (value: Leaf) => void;
}) {
  const label = word('fields', field);
  if (typeof value === 'boolean') {
    return <Tick label={label} checked={value} disabled={!editable} onChange={onChange} />;
  }
  if (LONG.has(field)) {
    const text = String(value);
    return <Area label={label} value={text} disabled={!editable} onChange={onChange} />;
  }
  const isWhole = typeof value === 'number';
  return (
    <Field
      label={label}
      value={String(value)}
      disabled={!editable}
      inputMode={isWhole ? 'numeric' : 'text'}
      onChange={typed => onChange(isWhole ? (wholeOf(typed) ?? 0) : typed)}
    />
  );
}

/** With the names of currencies, as the comparison shows them. */
function named(value: Value, currencies: ReadonlyMap<number, string>): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      typeof part === 'object'
        ? part.map(limit => ({
            ...limit,
            currency_id: currencies.get(limit.currency_id) ?? limit.currency_id,
          }))
        : part,
    ]),
  );
}
