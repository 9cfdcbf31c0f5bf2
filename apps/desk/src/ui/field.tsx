import { useId, type ComponentProps, type ReactNode } from 'react';

interface Described {
  readonly label: string;
  readonly help?: string | undefined;
}

/** Of an element whose content is typed: the content is handed on, not the event. */
type Typed<Tag extends 'input' | 'textarea'> = Described &
  Omit<ComponentProps<Tag>, 'onChange'> & { readonly onChange?: (text: string) => void };

function Labelled({
  id,
  label,
  help,
  children,
}: Described & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {help === undefined ? null : (
        <small id={`${id}-help`} className="quiet">
          {help}
        </small>
      )}
    </div>
  );
}

export function Field({ label, help, onChange, ...rest }: Typed<'input'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} help={help}>
      <input
        id={id}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={event => onChange?.(event.target.value)}
        {...rest}
      />
    </Labelled>
  );
}

export function Area({ label, help, onChange, ...rest }: Typed<'textarea'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} help={help}>
      <textarea
        id={id}
        rows={4}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={event => onChange?.(event.target.value)}
        {...rest}
      />
    </Labelled>
  );
}

/** A number that must be typed; it is handed on as typed, but for blanks around it. */
export function Figure({ onChange, ...rest }: Typed<'input'>) {
  return <Field inputMode="decimal" required onChange={text => onChange?.(text.trim())} {...rest} />;
}

/** A figure for each of the names. */
export function Figures<Name extends string, Values extends Readonly<Partial<Record<Name, unknown>>>>({
  names,
  labelOf,
  values,
  onChange,
  ...rest
}: Omit<Typed<'input'>, 'label' | 'value' | 'onChange'> & {
  readonly names: readonly Name[];
  readonly labelOf: (name: Name) => string;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}) {
  return names.map(name => (
    <Figure
      key={name}
      label={labelOf(name)}
      value={String(values[name] ?? '')}
      onChange={text => onChange({ ...values, [name]: text })}
      {...rest}
    />
  ));
}

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface Chosen<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
}: Chosen<Value> & { readonly disabled?: boolean }) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(options[target.selectedIndex]?.value ?? value)}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

export function Tick({
  label,
  checked,
  onChange,
  disabled,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}) {
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** One of a few, all in sight. */
export function Tabs<Value extends string>({ label, value, options, onChange }: Chosen<Value>) {
  return (
    <fieldset className="tabs" aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
