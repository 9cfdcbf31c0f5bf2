export type Strength = 'weak' | 'fair' | 'good' | 'strong';

const COMMON = /^(?:password|passw0rd|qwerty|letmein|welcome|admin|iloveyou|abc123|monkey|dragon)/i;

function isSequence(password: string): boolean {
  const steps = new Set<number>();
  for (let index = 1; index < password.length; index++) {
    steps.add(password.charCodeAt(index) - password.charCodeAt(index - 1));
  }
  const [only] = steps;
  return steps.size <= 1 && (only === undefined || Math.abs(only) <= 1);
}

/**
 * A hint, not a rule: length counts most, variety a little, and common passwords count nothing.
 * Undefined for an empty password.
 */
export function passwordStrength(password: string): Strength | undefined {
  if (password === '') return undefined;
  if (password.length < 6 || isSequence(password) || COMMON.test(password)) return 'weak';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter(kind => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (distinct < 5) return 'weak';
  const points = password.length + 2 * kinds;
  if (points >= 20 && distinct >= 9) return 'strong';
  if (points >= 15) return 'good';
  return points >= 10 ? 'fair' : 'weak';
}
