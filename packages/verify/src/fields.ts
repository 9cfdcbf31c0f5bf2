import { isHash } from './bytes.ts';

/**
 * The required form of a file's parts, checked before use because files are untrusted. One declaration is both the check
 * and, by `Of`, the type.
 */
export type Field<T> = ((value: unknown) => value is T) & {
  /** Of a record. */
  readonly shape?: Shape;
  /** Of a list. */
  readonly item?: Field<unknown>;
};
export type Shape = Readonly<Record<string, Field<unknown>>>;
type Read<F> = F extends ((value: unknown) => value is infer T) ? T : never;
export type Of<S extends Shape> = { readonly [K in keyof S]: Read<S[K]> };

const MINOR = /^(?:0|[1-9]\d{0,29})$/;
const DECIMAL = /^-?\d{1,30}(?:\.\d{1,30})?$/;

/** A whole number ≥ 0 that a number holds exactly. */
export const whole: Field<number> = (value): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
export const positive: Field<number> = (value): value is number => whole(value) && value > 0;
/** Minor units in decimal digits. */
export const minor: Field<string> = (value): value is string =>
  typeof value === 'string' && MINOR.test(value);
/** A decimal as the exchange writes amounts, prices and percentages; signed. */
export const decimal: Field<string> = (value): value is string =>
  typeof value === 'string' && DECIMAL.test(value);
export const text: Field<string> = (value): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= 64;
export const yesNo: Field<boolean> = (value): value is boolean => typeof value === 'boolean';
export const hash: Field<string> = (value): value is string => isHash(value);

export function upTo(most: number): Field<number> {
  return (value): value is number => whole(value) && value <= most;
}

export function oneOf<const T>(...words: readonly T[]): Field<T> {
  return (value): value is T => words.includes(value as T);
}

export function orNull<T>(field: Field<T>): Field<T | null> {
  const check = (value: unknown): value is T | null => value === null || field(value);
  return Object.assign(check, field.shape === undefined ? {} : { shape: field.shape });
}

/** May be left out: files of before do not have it. */
export function orAbsent<T>(field: Field<T>): Field<T | undefined> {
  const check = (value: unknown): value is T | undefined => value === undefined || field(value);
  return Object.assign(check, field.shape === undefined ? {} : { shape: field.shape });
}

export function list<T>(item: Field<T>, most = Number.POSITIVE_INFINITY): Field<readonly T[]> {
  const check = (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.length <= most && value.every(one => item(one));
  return Object.assign(check, { item });
}

export function record<S extends Shape>(shape: S): Field<Of<S>> & { readonly shape: S } {
  const check = (value: unknown): value is Of<S> => faultIn(value, shape) === null;
  return Object.assign(check, { shape });
}

/** The first field of the wrong form; '' if this is no record at all; null if all is well. */
export function faultIn(value: unknown, shape: Shape): string | null {
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.keys(shape).find(name => !shape[name]!(fields[name])) ?? null;
}

/** Only the fields that the shape names, at every depth: checks must not use anything else. */
export function pick<S extends Shape>(value: Of<S>, shape: S): Of<S> {
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, picked(fields[name], field)]),
  ) as Of<S>;
}

function picked(value: unknown, { shape, item }: Field<unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (item !== undefined && Array.isArray(value)) return value.map(one => picked(one, item));
  return shape === undefined ? value : pick(value as Of<Shape>, shape);
}
