import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { useBlocker } from './use-blocker.ts';

export type ButtonTone = 'main' | 'quiet' | 'up' | 'down' | 'danger' | 'plain';
export type ButtonSize = 'large' | 'small';

interface ButtonStyle {
  /** `main` is for a page's single main action. */
  readonly tone?: ButtonTone | undefined;
  readonly size?: ButtonSize | undefined;
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
   * For actions that call the server. True shows that the call runs, and blocks a second press. If it is given at all,
   * the button is blocked while offline and says so.
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

/** A link that looks like a button, for navigation. */
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
  /** Accessible name and tooltip, because an icon alone is not clear. */
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

/** Like {@link IconButton}, but a link. */
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
