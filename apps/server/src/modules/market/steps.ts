/** A step such as `0.05`: 5 units of 10^-2. */
export interface Step {
  readonly text: string;
  readonly units: number;
  readonly decimals: number;
}

const MAX_SAFE_DIGITS = 15;

export function stepOf(text: string): Step {
  const shown = trimmed(text);
  const point = shown.indexOf('.');
  const decimals = point === -1 ? 0 : shown.length - point - 1;
  return { text: shown, units: Number(shown.replace('.', '')), decimals };
}

/** A decimal as a number of steps; null if it lies between two. The text is an unsigned decimal: `fields.decimal`. */
export function inSteps(text: string, step: Step): number | 'too_large' | null {
  const point = text.indexOf('.');
  const whole = point === -1 ? text : text.slice(0, point);
  let end = text.length;
  if (point !== -1) while (text.charCodeAt(end - 1) === 48) end--;
  const fraction = point === -1 ? '' : text.slice(point + 1, Math.max(end, point + 1));
  if (fraction.length > step.decimals) return null;
  const digits = (whole + fraction.padEnd(step.decimals, '0')).replace(/^0+(?=\d)/, '');
  if (digits.length > MAX_SAFE_DIGITS) return 'too_large';
  const steps = Number(digits) / step.units;
  return Number.isInteger(steps) ? steps : null;
}

/** Without trailing zeros in the fraction or a bare point. */
export function trimmed(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 48) end--;
  if (text.charCodeAt(end - 1) === 46) end--;
  return text.slice(0, end);
}
