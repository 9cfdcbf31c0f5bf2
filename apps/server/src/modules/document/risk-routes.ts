import type { CallName, CallRequest } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { CallHandler, RegisterCall } from '../../http/call-router.ts';
import { isForCoins } from '../convert/signed-quote.ts';
import type { Documents } from './service.ts';

type Opens<Name extends CallName> = (input: CallRequest<Name>) => boolean;

/**
 * Calls that may open new risk, and when they do. Everything that closes, cancels, protects or takes money out stays
 * possible, whatever was not accepted. A batch is refused as a whole. Amending is not among them: that order was placed
 * before. A conversion that opens risk by more than its input says asks for itself.
 */
const OPENING: { readonly [Name in CallName]?: Opens<Name> } = {
  'POST coin/trade': isPurchase,
  'POST coin/replace': isPurchase,
  'POST coin/order_list': isPurchase,
  'POST coin/batch': ({ parts }) => parts.some(part => part.do === 'place' && isPurchase(part)),
  'POST convert/accept': ({ quote }) => isForCoins(quote, USDT),
  'POST lever/submit': () => true,
  'POST lever/reverse': () => true,
  'POST lever/order': isOpening,
  'POST lever/replace': isOpening,
  'POST lever/batch': ({ parts }) => parts.some(part => part.do === 'place' && isOpening(part)),
  'POST lever/conditional_order': ({ effect }) => effect === 'open',
  'POST microtrade/submit': () => true,
  'POST lh/deposit': () => true,
  'POST lh/deposit/order/renewal': () => true,
  'POST lh/send/order': () => true,
};

function isPurchase({ side }: Pick<CallRequest<'POST coin/trade'>, 'side'>): boolean {
  return side === 'buy';
}

/** In hedge mode, where a position is named, an order against it only closes. */
function isOpening({
  side,
  position_side: position,
  reduce_only: reduceOnly,
}: Pick<CallRequest<'POST lever/order'>, 'side' | 'position_side' | 'reduce_only'>): boolean {
  return position === undefined ? !reduceOnly : (position === 'long') === (side === 'buy');
}

/** Registers calls so that those which open new risk are refused until the documents in force are accepted. */
export function requireAcceptance(
  documents: Pick<Documents, 'refuseUnaccepted'>,
  register: RegisterCall,
): RegisterCall {
  const guarded =
    <Name extends CallName>(handler: CallHandler<Name>, opens: Opens<Name>): CallHandler<Name> =>
    async (input, context) => {
      // All of them take a session; the type does not know which calls these are.
      const { session } = context as unknown as { readonly session: { readonly customerId: number } };
      if (opens(input)) await documents.refuseUnaccepted(session.customerId);
      return handler(input, context);
    };
  return (name, handler, options) => {
    const opens = OPENING[name];
    register(name, opens === undefined ? handler : guarded(handler, opens), options);
  };
}
