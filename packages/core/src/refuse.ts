import type { CoreRefusalCode, Refusal } from './refusal.ts';

/** A refusal value. `field`: the wire's name of the field at fault; `params`: figures for its message. */
export function refuse(
  code: CoreRefusalCode,
  field?: string,
  params?: Readonly<Record<string, string | number>>,
): Refusal {
  if (field === undefined) return params === undefined ? { code } : { code, params };
  return params === undefined ? { code, field } : { code, field, params };
}
