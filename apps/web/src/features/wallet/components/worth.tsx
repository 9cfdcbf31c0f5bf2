import { formatDecimal, signOf } from '#ui/format.ts';
import { worthText } from '../model/worth-text.ts';
import type { ValuationCode } from '../model/wallet.ts';

/** A worth as a second line in small text: `≈ 12.34 USDT`. */
export function Worth({
  value,
  valuation,
  masked,
  className,
}: {
  readonly value: string | null | undefined;
  readonly valuation: ValuationCode;
  readonly masked?: boolean | undefined;
  readonly className?: string | undefined;
}) {
  const text = masked ? '••••' : worthText(value, valuation);
  const about = masked || signOf(value) === undefined || text.startsWith('<') ? '' : '≈ ';
  return (
    <span className={className}>
      {about}
      {text} {valuation}
    </span>
  );
}

/** An amount with all its digits. */
export function exact(value: string | null | undefined, masked = false): string {
  return masked ? '••••' : formatDecimal(value, { minDecimals: 2 });
}
