import type { CSSProperties } from 'react';
import styles from './range-input.module.css';

interface RangeInputProps {
  readonly id?: string;
  /** Leave it out if a label element names the input. */
  readonly 'aria-label'?: string;
  /** Read aloud instead of the number. */
  readonly 'aria-valuetext': string;
  /** A whole number; the minimum is 0. */
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A slider for whole numbers; its track is filled up to the value. */
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
