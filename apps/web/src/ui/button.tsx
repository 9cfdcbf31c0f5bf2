import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { useBlocker } from './use-blocker.ts';

export type ButtonTone = 'main' | 'quiet' | 'up' | 'down' | 'danger' | 'plain';
export type ButtonSize = 'large' | 'small';

interface ButtonStyle {
  /** `main` is for the one main action of a page. */
  readonly tone?: ButtonTone | undefined;
  readonly size?: ButtonSize | undefined;
  /** Takes the full width. */
  readonly block?: boolean | undefined;
}

function buttonClass(
  { tone = 'main', size = 'large', block }: ButtonStyle,
  className: string | undefined,
): string {
  return cx(styles['button'], styles[tone], styles[size], block && styles['block'], className);
}

export interface ButtonProps extends ButtonStyle, ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * Given, the action asks the server: true shows that it runs, and keeps a second press from starting it again; without a
   * network the button says so and does nothing.
   */
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
}

export function Button({
  tone,
  size,
  block,
  busy,
  icon,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const offline = useBlocker();
  const blockedBy = busy === undefined ? undefined : offline;
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ tone: blockedBy ? 'quiet' : tone, size, block }, className)}
      disabled={disabled || busy || blockedBy !== undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles['dots']} aria-hidden="true" /> : icon}
      <span className="min-w-0 break-anywhere">{blockedBy ?? children}</span>
    </button>
  );
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function ButtonLink({
  tone,
  size,
  block,
  className,
  children,
  icon,
  ...rest
}: ButtonStyle & LinkProps & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={buttonClass({ tone, size, block }, className)}>
      {icon}
      <span className="min-w-0 break-anywhere">{children}</span>
    </Link>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Read aloud and shown as a tooltip: an icon alone says nothing. */
  readonly label: string;
  readonly filled?: boolean;
}

export function IconButton({ label, filled, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={cx(styles['icon'], filled && styles['filled'], className)}
    >
      {children}
    </button>
  );
}

/** Goes somewhere, as {@link IconButton} does something. */
export function IconLink({
  label,
  className,
  children,
  ...rest
}: LinkProps & { /** Read aloud and shown as a tooltip. */ readonly label: string }) {
  return (
    <Link {...rest} title={label} aria-label={label} className={cx(styles['icon'], className)}>
      {children}
    </Link>
  );
}
