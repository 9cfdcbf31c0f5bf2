import { isWhole } from '../numbers.ts';

/** What an order may ask for besides: see docs/auditing.md. */
export interface Asks {
  readonly timeInForce?: 'IOC' | 'FOK' | 'GTD';
  readonly selfTrade?: SelfTrade;
  readonly ifUnfillable?: 'expire';
  readonly expiresAtMs?: number;
  readonly guarded?: true;
}

export type SelfTrade = 'expireTaker' | 'expireMaker' | 'expireBoth' | 'decrement';

/** An order, or a position that is one, as far as it asks for something. */
export interface Asker {
  readonly name: string | null;
  readonly asks: Asks;
  /** Lots taken off because they would have met the customer's own. */
  prevented: bigint;
}

/** Whether an order of this kind may ask for it. */
export function areWellAsked(asks: unknown, isLimit: boolean, postOnly: boolean): boolean {
  if (typeof asks !== 'object' || asks === null) return false;
  const { timeInForce, selfTrade, ifUnfillable, expiresAtMs, guarded, ...others } = asks as Asks;
  if (Object.keys(others).length > 0) return false;
  const isDated = timeInForce === 'GTD';
  const times = isLimit ? ['IOC', 'FOK', 'GTD'] : ['IOC', 'FOK'];
  const modes = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'];
  return (
    (timeInForce === undefined || times.includes(timeInForce)) &&
    isDated === (expiresAtMs !== undefined) &&
    (!isDated || isWhole(expiresAtMs, 1, Number.MAX_SAFE_INTEGER)) &&
    (selfTrade === undefined || modes.includes(selfTrade)) &&
    (ifUnfillable === undefined || ifUnfillable === 'expire') &&
    (guarded === undefined || guarded === true) &&
    (!postOnly || timeInForce === undefined || isDated)
  );
}

/** Whether what is not filled at once waits. */
export function mayRest(isLimit: boolean, { timeInForce }: Asks): boolean {
  return isLimit && timeInForce !== 'IOC' && timeInForce !== 'FOK';
}

export function selfTradeOf({ selfTrade = 'expireTaker' }: Asks): SelfTrade {
  return selfTrade;
}

/** The fields of its line; null if there is nothing. */
export function askedFields({ asks, prevented }: Asker) {
  if (prevented === 0n && Object.keys(asks).length === 0) return null;
  const { timeInForce = null, selfTrade = null, ifUnfillable = null, expiresAtMs = null } = asks;
  return [timeInForce, selfTrade, ifUnfillable, expiresAtMs, asks.guarded === true, prevented] as const;
}
