import { formatDecimal } from '#ui/format.ts';

/** An amount with all its digits. */
export function exact(value: string | null | undefined, masked = false): string {
  return masked ? '••••' : formatDecimal(value, { minDecimals: 2 });
}
