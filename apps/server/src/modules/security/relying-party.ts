/** WebAuthn's relying party: the address customers use. */
export interface RelyingParty {
  /** The domain a passkey belongs to, e.g. `exchange.example`. */
  readonly id: string;
  readonly name: string;
  /** Whether pages of that origin may use our passkeys. */
  accepts(origin: string): boolean;
}

const NAME = 'Tallystick';

/**
 * From PUBLIC_URL. Without it the server runs locally and is opened as `localhost` at any port: browsers make no passkeys
 * for bare IP addresses.
 */
export function relyingPartyOf(publicUrl: string | null): RelyingParty {
  if (publicUrl !== null) {
    const { hostname, origin } = new URL(publicUrl);
    return { id: hostname, name: NAME, accepts: candidate => candidate === origin };
  }
  return {
    id: 'localhost',
    name: NAME,
    accepts: candidate => URL.canParse(candidate) && new URL(candidate).hostname === 'localhost',
  };
}
