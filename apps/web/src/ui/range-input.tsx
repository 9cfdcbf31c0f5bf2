import type { CSSProperties } from 'react';
import styles from './range-input.module.css';

interface RangeInputProps {
  readonly id?: string;
  /** Without it a label element names the input. */
  readonly 'aria-label'?: string;
  /** Read aloud for the number. */
  readonly 'aria-valuetext': string;
  /** Whole; the least is 0. */
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** Chooses a whole number by sliding; the track is filled up to it. */
export function RangeInput({ max, value, onChange, ...named }: RangeInputProps) {
  const filled = { '--filled': `${max === 0 ? 0 : (value / max) * 100}%` } as CSSProperties;
  return (
    <input
      type="range"
      className={styles['range']}
      style={filled}
      min={0}
      max={max}
      step={1}
      value={value}
      onChange={event => onChange(event.target.valueAsNumber)}
      {...named}
    />
  );
}
