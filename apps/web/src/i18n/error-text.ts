import { ApiError, errorIdOf, type TransportCode } from '#lib/errors.ts';
import { translate } from './texts.ts';

const TRANSPORT_CODES: readonly TransportCode[] = ['network_error', 'timeout', 'bad_reply', 'maintenance'];

/**
 * The sentence to show for a failure. The server's message is used first, as it is in the customer's language.
 * Transport failures have texts of the app; the last resort is the word ERROR.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('errors:unknown');
  const id = errorIdOf(error);
  if (error.message) return id === undefined ? error.message : `${error.message} (${id})`;
  if (error.code === 'session_invalid') return translate('errors:session_invalid');
  const code = TRANSPORT_CODES.find(known => known === error.code);
  return code ? translate(`errors:${code}`) : 'ERROR';
}
