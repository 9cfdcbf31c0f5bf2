import { Plus } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from './button.tsx';
import styles from './ticket-form.module.css';

/** An order form; the button and the Enter key both call `onSubmit`. */
export function TicketForm({
  label,
  onSubmit,
  children,
}: {
  readonly label: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}) {
  return (
    <form className={styles['form']} aria-label={label} noValidate onSubmit={onSubmit}>
      {children}
    </form>
  );
}

/** Shown instead of a price field for market orders. */
export function AtMarket({ children }: { readonly children: ReactNode }) {
  return <div className={styles['atMarket']}>{children}</div>;
}

/** The available balance; pressing it uses all of it. The plus beside it leads to more funds. */
export function AvailableLine({
  label,
  useAllLabel,
  isKnown,
  onUseAll,
  fundsHref,
  fundsLabel,
  children,
}: {
  readonly label: string;
  /** Read aloud after label and amount. */
  readonly useAllLabel: string;
  readonly isKnown: boolean;
  readonly onUseAll: () => void;
  readonly fundsHref: string;
  readonly fundsLabel: string;
  /** The amount. */
  readonly children: ReactNode;
}) {
  return (
    <div className="row-6px">
      <button type="button" className={styles['available']} disabled={!isKnown} onClick={onUseAll}>
        <span className="quiet">{label}</span>
        <span className={styles['funds']}>{children}</span>
        <span className="visually-hidden">{useAllLabel}</span>
      </button>
      <Link to={fundsHref} className={styles['plus']} aria-label={fundsLabel}>
        <Plus size={14} aria-hidden="true" />
      </Link>
    </div>
  );
}

/** The submit button. If blocked, it says why, and a press leads to the problem. With `stop` it is disabled. */
export function TicketSubmit({
  tone,
  busy,
  isBlocked,
  stop,
  children,
}: {
  readonly tone: 'up' | 'down';
  readonly busy: boolean;
  readonly isBlocked: boolean;
  /** Why nothing can be sent at all, independent of the form's input. */
  readonly stop: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Button
      type="submit"
      tone={tone}
      block
      busy={busy}
      disabled={stop !== undefined}
      className={styles['submit']}
      data-blocked={isBlocked}
    >
      {stop ?? children}
    </Button>
  );
}
