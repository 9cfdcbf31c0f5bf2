import type { Valuation } from '#lib/valuation.ts';
import { signOf } from './format.ts';
import { worthText } from './worth-text.ts';

/** A worth as a second line in small text: `≈ 12.34 USDT`. */
export function Worth({
  value,
  valuation,
  masked,
  className,
}: {
  /** In the valuation's base. */
  readonly value: string | null | undefined;
  readonly valuation: Valuation;
  readonly masked?: boolean | undefined;
  readonly className?: string | undefined;
}) {
  const text = masked ? '••••' : worthText(value, valuation);
  const about = masked || signOf(value) === undefined || text.startsWith('<') ? '' : '≈ ';
  return (
    <span className={className}>
      {about}
      {text} {valuation.code}
    </span>
  );
}
