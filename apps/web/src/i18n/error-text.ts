import { ApiError, errorIdOf, type TransportCode } from '#lib/errors.ts';
import { translate } from './texts.ts';

const TRANSPORT_CODES: readonly TransportCode[] = ['network_error', 'timeout', 'bad_reply', 'maintenance'];

/**
 * The sentence to show for a failure. The server answers in the customer's language, so its message comes
 * first; transport failures have none and are worded here; the word ERROR is the last resort.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('errors:unknown');
  const id = errorIdOf(error);
  if (error.message) return id === undefined ? error.message : `${error.message} (${id})`;
  if (error.code === 'session_invalid') return translate('errors:session_invalid');
  const code = TRANSPORT_CODES.find(known => known === error.code);
  return code ? translate(`errors:${code}`) : 'ERROR';
}
