import type { PriceAlert } from '../api/calls.ts';

export type AlertKind = PriceAlert['kind'];
export type Direction = PriceAlert['direction'];

/** Digits after the point of each kind but prices, which have the market's. */
export const DECIMALS: Readonly<Record<Exclude<AlertKind, 'level'>, number>> = {
  change: 2,
  day_change: 2,
  funding: 6,
};

export interface AlertDraft {
  readonly kind: AlertKind;
  /** Without a sign. */
  readonly typed: string;
  /** Of a percentage; where a price lies says it itself. */
  readonly direction: Direction;
  readonly repeating: boolean;
}

export function draftOf(alert: PriceAlert | undefined): AlertDraft {
  if (alert === undefined) return { kind: 'level', typed: '', direction: 'up', repeating: false };
  const { kind, value, repeating } = alert;
  return {
    kind,
    typed: value.replace('-', ''),
    direction: value.startsWith('-') ? 'down' : 'up',
    repeating,
  };
}

/** As the server takes it; undefined while there is nothing to send. */
export function valueOf({ kind, typed, direction }: AlertDraft): string | undefined {
  const value = typed.replace(/\.$/, '');
  if (value === '' || /^[0.]*$/.test(value)) return undefined;
  return kind !== 'level' && direction === 'down' ? `-${value}` : value;
}
