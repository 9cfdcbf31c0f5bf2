import { ADA, BNB, BTC, DOGE, ETH, SOL, USDT, XRP } from '@tallystick/protocol/currency-ids';
import { readAddress } from '#features/withdrawal/model/read-address.ts';
import { invitationIn } from '#lib/invitation-link.ts';
import { paths } from '../lib/paths.ts';

/** Content shared by another app (W3C Web Share Target): see share_target in installable/manifest.ts. */
export interface Shared {
  readonly title: string | null;
  readonly text: string | null;
  readonly url: string | null;
}

export interface Destination {
  readonly route: string;
  /** Passed beside the route, so that no link can fill it in. */
  readonly address?: string;
}

/** The coin for a network's address, unless the customer chooses another. */
const COIN_OF = { OMNI: BTC, ERC20: ETH, TRC20: USDT, BEP20: BNB, SOL, XRP, DOGE, ADA } as const;
/** Longer texts are not searched. */
const MAX_LENGTH = 4_000;

export function readShared(search: string): Shared | undefined {
  const query = new URLSearchParams(search);
  const shared: Shared = {
    title: query.get('share_title'),
    text: query.get('share_text'),
    url: query.get('share_url'),
  };
  return Object.values(shared).some(value => value !== null) ? shared : undefined;
}

/**
 * The page for shared content: an own link opens its page, an invitation the registration, a coin's address the address
 * book. Undefined if nothing fits. `app`: the app's own address.
 */
export function destinationOf({ title, text, url }: Shared, app: string): Destination | undefined {
  const words = [url, text, title]
    .flatMap(part => (part ?? '').slice(0, MAX_LENGTH).split(/[\s<>"'()，。、]+/))
    .filter(word => word !== '');
  for (const word of words) {
    const found = ownLink(word, app) ?? coinAddress(word);
    if (found) return found;
  }
  return undefined;
}

/** The invitation's code is before the `#` or after it. */
function ownLink(word: string, app: string): Destination | undefined {
  if (!URL.canParse(word)) return undefined;
  const link = new URL(word);
  const home = new URL(app);
  if (link.origin !== home.origin || !(link.pathname === '/' || link.pathname === home.pathname)) {
    return undefined;
  }
  const invitation = invitationIn(link, paths.register.path);
  if (invitation !== null) return { route: paths.register.getHref({ invite: invitation.code }) };
  const route = link.hash.slice(1);
  const isKnown = Object.values(paths).some(({ path }) => path === route.split('?')[0]);
  return isKnown ? { route } : undefined;
}

/** A plain address, or a wallet's link: `bitcoin:bc1…?amount=1`. */
function coinAddress(word: string): Destination | undefined {
  const read = readAddress(word);
  if (read.found !== 'address') return undefined;
  const { network, address } = read;
  return { route: paths.createAddress.getHref({ currency: COIN_OF[network], network }), address };
}
