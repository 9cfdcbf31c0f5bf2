import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { cx } from '#ui/class-names.ts';
import styles from './choice-button.module.css';

export interface ChoiceButtonProps {
  readonly label: string;
  /** The chosen value; empty if none. */
  readonly value: string;
  readonly placeholder: string;
  /** Shown next to the label, such as “optional”. */
  readonly note?: string | undefined;
  readonly error?: string | undefined;
  readonly name?: string | undefined;
  readonly onClick: () => void;
}

/** Looks like a field and opens a choice. */
export function ChoiceButton({ label, value, placeholder, note, error, name, onClick }: ChoiceButtonProps) {
  const id = useId();
  return (
    <div className={styles['choice']}>
      <div className={styles['label']}>
        <span id={id}>{label}</span>
        {note ? <span className="quiet text-12">{note}</span> : null}
      </div>
      <button
        type="button"
        name={name}
        className={cx(styles['box'], error && styles['wrong'])}
        aria-labelledby={`${id} ${id}-value`}
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={onClick}
      >
        <span id={`${id}-value`} className={value ? styles['value'] : styles['placeholder']}>
          {value || placeholder}
        </span>
        <ChevronRight size={18} aria-hidden="true" />
      </button>
      {error ? (
        <div id={`${id}-error`} role="alert" className={styles['error']}>
          {error}
        </div>
      ) : null}
    </div>
  );
}
