import { useId, type CSSProperties } from 'react';
import styles from './percent-slider.module.css';

const marks = [0, 25, 50, 75, 100];

/** Chooses a percentage of the available amount, with stops at the quarters. */
export function PercentSlider({
  label,
  value,
  onChange,
  disabled,
  tone = 'accent',
}: {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  readonly disabled?: boolean | undefined;
  readonly tone?: 'accent' | 'up' | 'down';
}) {
  const listId = useId();
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--filled': `${value}%`,
    '--tone': `var(--${tone})`,
  };
  return (
    <div className={styles['slider']} style={style}>
      <div className={styles['track']} aria-hidden="true">
        <div className={styles['fill']} />
        {marks.map(mark => (
          <i key={mark} className={styles['mark']} data-on={mark <= value} style={{ left: `${mark}%` }} />
        ))}
      </div>
      <input
        type="range"
        className={styles['input']}
        min={0}
        max={100}
        step={1}
        list={listId}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={`${value}%`}
        onChange={event => onChange(event.target.valueAsNumber)}
      />
      <datalist id={listId}>
        {marks.map(mark => (
          <option key={mark} value={mark}>
            {mark}
          </option>
        ))}
      </datalist>
    </div>
  );
}
