import type { Permission } from '@tallystick/protocol/desk/roles';
import type { ButtonHTMLAttributes } from 'react';
import { useMe } from '#lib/use-desk.ts';
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

/** Only for operators with this right. */
export function RightButton({ right, ...rest }: ButtonProps & { readonly right: Permission }) {
  const { may } = useMe();
  return may(right) ? <Button {...rest} /> : null;
}
