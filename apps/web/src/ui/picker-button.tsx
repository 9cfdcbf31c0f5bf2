import { ChevronDown } from 'lucide-react';
import styles from './picker-button.module.css';

/** Shows a choice of the order form and opens its sheet. */
export function PickerButton({
  label,
  value,
  onClick,
}: {
  /** Read aloud before the value. */
  readonly label: string;
  readonly value: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles['button']} aria-haspopup="dialog" onClick={onClick}>
      <span className="visually-hidden">{label}: </span>
      <span className="min-w-0 break-anywhere">{value}</span>
      <ChevronDown size={15} aria-hidden="true" />
    </button>
  );
}
