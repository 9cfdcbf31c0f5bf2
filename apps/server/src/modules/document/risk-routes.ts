import type { CallName } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { CallHandler, RegisterCall } from '../../http/call-router.ts';
import { isForCoins } from '../convert/signed-quote.ts';
import type { Documents } from './service.ts';

/**
 * Calls that may open new risk, and when they do. Everything that closes, cancels, protects or takes money out stays
 * possible, whatever was not accepted. A conversion that opens risk by more than its input says asks for itself.
 */
const OPENING: Partial<Record<CallName, (input: object) => boolean>> = {
  'POST coin/trade': input => 'side' in input && input.side === 'buy',
  'POST convert/accept': input => 'quote' in input && isForCoins(String(input.quote), USDT),
  'POST lever/submit': () => true,
  'POST lever/reverse': () => true,
  'POST microtrade/submit': () => true,
  'POST lh/deposit': () => true,
  'POST lh/deposit/order/renewal': () => true,
  'POST lh/send/order': () => true,
};

/** Registers calls so that those which open new risk are refused until the documents in force are accepted. */
export function requireAcceptance(
  documents: Pick<Documents, 'refuseUnaccepted'>,
  register: RegisterCall,
): RegisterCall {
  const guarded =
    <Name extends CallName>(
      handler: CallHandler<Name>,
      opens: (input: object) => boolean,
    ): CallHandler<Name> =>
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
