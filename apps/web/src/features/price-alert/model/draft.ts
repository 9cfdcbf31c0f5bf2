import type { PriceAlert } from '../api/calls.ts';

export type AlertKind = PriceAlert['kind'];
export type Direction = PriceAlert['direction'];

/** Decimals of each kind; prices use the market's decimals. */
export const DECIMALS: Readonly<Record<Exclude<AlertKind, 'level'>, number>> = {
  change: 2,
  day_change: 2,
  funding: 6,
};

export interface AlertDraft {
  readonly kind: AlertKind;
  /** As typed, without a sign. */
  readonly typed: string;
  /** For percentages only; a price level implies its direction. */
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

/** The input of the call; undefined while the draft is incomplete. */
export function valueOf({ kind, typed, direction }: AlertDraft): string | undefined {
  const value = typed.replace(/\.$/, '');
  if (value === '' || /^[0.]*$/.test(value)) return undefined;
  return kind !== 'level' && direction === 'down' ? `-${value}` : value;
}
