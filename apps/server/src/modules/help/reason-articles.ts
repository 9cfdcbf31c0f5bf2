import type { CallOutput, WireOrder, WirePosition } from '@tallystick/protocol';
import type { IDENTITY_REASONS } from '@tallystick/protocol/calls/identity';
import type { HaltReason } from '@tallystick/protocol/calls/terms';
import type { HelpSlug } from './articles.ts';

type HoldReason = NonNullable<CallOutput<'GET user/security'>['withdrawal_hold']>['reason'];
/** Null where nothing is left to explain. */
type Articles<Reason extends string> = Readonly<Record<Reason, HelpSlug | null>>;

/**
 * The article that explains what is no refusal and yet stops somebody: a hold, a halt, an order that ended otherwise
 * than it was meant. Complete by type, so that nobody can add a reason without choosing one.
 */
export const REASON_ARTICLES = {
  /** Why withdrawals wait. */
  hold: {
    password: 'withdrawal-holds',
    fund_password: 'withdrawal-holds',
    two_factor: 'withdrawal-holds',
    passkey: 'withdrawal-holds',
    contact: 'withdrawal-holds',
    recovery: 'lost-second-factor',
  } satisfies Articles<HoldReason>,

  /** Why trading is stopped. */
  halt: {
    prices: 'mark-and-index',
    technical: 'halts',
    security: 'halts',
    market: 'halts',
    legal: 'halts',
  } satisfies Articles<HaltReason>,

  /** Why a spot order ended. */
  order: {
    filled: null,
    cancelled_by_customer: null,
    cancelled_by_operator: 'halts',
    immediate_remainder: 'spot-orders',
    self_trade: 'order-refused',
    trigger_refused: 'spot-orders',
    own_limit: 'limits-on-yourself',
    expired: 'spot-orders',
    cancel_timer: 'spot-orders',
    linked_order: 'linked-orders',
  } satisfies Articles<NonNullable<WireOrder['reason']>>,

  /** Why a contract's opening order does not wait any more. */
  opening: {
    filled: null,
    cancelled_by_customer: null,
    immediate_remainder: 'contracts-basics',
    self_trade: 'order-refused',
    position_closed: 'contracts-basics',
    would_be_liquidated: 'contract-order-refused',
    own_limit: 'limits-on-yourself',
    expired: 'contracts-basics',
    cancel_timer: 'contracts-basics',
  } satisfies Articles<NonNullable<WirePosition['end_reason']>>,

  /** What closed a position. */
  close: {
    customer: null,
    take_profit: 'stops',
    stop_loss: 'stops',
    liquidation: 'liquidation',
    auto_deleverage: 'adl-and-insurance',
    offset: 'contracts-basics',
    merged: 'contracts-basics',
  } satisfies Articles<NonNullable<WirePosition['close_reason']>>,

  /** Why identity verification was not accepted. */
  identity: {
    unreadable: 'pictures',
    incomplete: 'identity-verification',
    does_not_match: 'identity-verification',
    expired: 'identity-verification',
    wrong_document: 'identity-verification',
    edited: 'identity-verification',
    underage: 'identity-verification',
    other: 'identity-verification',
  } satisfies Articles<(typeof IDENTITY_REASONS)[number]>,
} as const;
