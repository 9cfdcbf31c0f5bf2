import type { ButtonHTMLAttributes } from 'react';
import { cx } from './class-names.ts';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'main' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** Runs: a second press does nothing. */
  readonly busy?: boolean;
}

export function Button({ tone = 'quiet', small, busy, disabled, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('button', `button-${tone}`, small && 'button-small', className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    />
  );
}
