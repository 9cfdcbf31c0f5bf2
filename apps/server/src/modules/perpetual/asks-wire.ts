import type { AskedOfOrder, ContractInstructions } from '@tallystick/core/perpetual/instructions';
import type { CallRequest, WirePosition } from '@tallystick/protocol';
import { fromWire, toWire } from '../../http/words.ts';

type Asked = Pick<
  CallRequest<'POST lever/order'>,
  'time_in_force' | 'self_trade' | 'if_unfillable' | 'expires_at_ms' | 'guarded' | 'client_order_id'
>;

/** Defaults are left out. A customer's own name must be unique, which only orders with instructions are checked for. */
export function readAsks(input: Asked): { readonly instructions?: ContractInstructions } {
  const { time_in_force: timeInForce, self_trade: selfTrade, expires_at_ms: expiresAtMs } = input;
  const instructions: ContractInstructions = {
    ...(timeInForce === 'GTC' ? {} : { timeInForce }),
    ...(selfTrade === 'expire_taker' ? {} : { selfTrade: fromWire(selfTrade) }),
    ...(input.if_unfillable === 'expire' ? { ifUnfillable: 'expire' as const } : {}),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    ...(input.guarded ? { guarded: true as const } : {}),
  };
  const isUsual = Object.keys(instructions).length === 0 && input.client_order_id === undefined;
  return isUsual ? {} : { instructions };
}

export function wireAsked(asked: AskedOfOrder | undefined): { asked?: NonNullable<WirePosition['asked']> } {
  if (asked === undefined) return {};
  const { instructions, preventedLots } = asked;
  return {
    asked: {
      time_in_force: instructions.timeInForce ?? 'GTC',
      self_trade: toWire(instructions.selfTrade ?? 'expireTaker'),
      if_unfillable: instructions.ifUnfillable ?? 'refuse',
      expires_at_ms: instructions.expiresAtMs ?? null,
      guarded: instructions.guarded ?? false,
      prevented_lots: preventedLots,
    },
  };
}
