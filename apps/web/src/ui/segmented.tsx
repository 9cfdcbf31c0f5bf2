import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './segmented.module.css';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** Colour of the chosen segment, for buying and selling. */
  readonly tone?: 'up' | 'down' | undefined;
  readonly disabled?: boolean | undefined;
}

interface ChoiceProps<T extends string> {
  /** Accessible name: what is being chosen. */
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  readonly className?: string | undefined;
}

function Radios<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  look,
}: ChoiceProps<T> & { readonly look: 'segmented' | 'chips' }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(styles[look], className)}>
      {choices.map(choice => (
        <label key={choice.value} className={cx(styles['choice'], choice.tone && styles[choice.tone])}>
          <input
            type="radio"
            className={styles['radio']}
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles['face']}>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}

/** A choice of a few, all visible in one bar. */
export function Segmented<T extends string>(props: ChoiceProps<T>) {
  return <Radios {...props} look="segmented" />;
}

/** A choice as separate chips, which scroll sideways when there are many. */
export function Chips<T extends string>(props: ChoiceProps<T>) {
  return <Radios {...props} look="chips" />;
}

/** Tab headings. The panel below them needs `id={panelId}` and role="tabpanel". */
export function Tabs<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  panelId,
}: ChoiceProps<T> & { readonly panelId?: string }) {
  const list = useRef<HTMLDivElement>(null);
  const chosen = choices.findIndex(choice => choice.value === value);
  useLayoutEffect(() => {
    // Scrolls the chosen tab into view. Not with `scrollIntoView`, which also moves the page.
    const tab = list.current?.children[chosen]?.getBoundingClientRect();
    const box = list.current?.getBoundingClientRect();
    if (!list.current || !tab || !box) return;
    list.current.scrollLeft += Math.max(0, tab.right - box.right) - Math.max(0, box.left - tab.left);
  }, [chosen]);
  const move = (event: React.KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = (index + step + choices.length) % choices.length;
    const choice = choices[next];
    if (choice) onChange(choice.value);
    const tab = event.currentTarget.parentElement?.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className={cx(styles['tabs'], className)}>
      {choices.map((choice, index) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          className={styles['tab']}
          aria-selected={choice.value === value}
          aria-controls={panelId}
          tabIndex={choice.value === value || (value === undefined && index === 0) ? 0 : -1}
          onClick={() => onChange(choice.value)}
          onKeyDown={event => move(event, index)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
