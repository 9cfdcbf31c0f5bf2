import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import type { TimelineStep } from '#ui/timeline.tsx';

export type OfferState = WireLaunchOffer['state'];
export type OfferGroup = 'subscribing' | 'upcoming' | 'over';

const GROUPS: readonly OfferGroup[] = ['subscribing', 'upcoming', 'over'];

export function groupOf(state: OfferState): OfferGroup {
  return state === 'subscribing' || state === 'upcoming' ? state : 'over';
}

/** Offers in groups, in the server's order within each; groups without offers are left out. */
export function groupOffers(
  offers: readonly WireLaunchOffer[],
): { readonly group: OfferGroup; readonly offers: readonly WireLaunchOffer[] }[] {
  return GROUPS.map(group => ({
    group,
    offers: offers.filter(offer => groupOf(offer.state) === group),
  })).filter(one => one.offers.length > 0);
}

/** The next moment of an offer that is counted down to; undefined when there is none any more. */
export function nextMoment(
  offer: Pick<WireLaunchOffer, 'state' | 'start_ms' | 'closes_at_ms' | 'launch_ms'>,
): { readonly label: 'startsIn' | 'closesIn' | 'launchesIn'; readonly atMs: number } | undefined {
  switch (offer.state) {
    case 'upcoming':
      return { label: 'startsIn', atMs: offer.start_ms };
    case 'subscribing':
      return { label: 'closesIn', atMs: offer.closes_at_ms };
    case 'sold_out':
    case 'closed':
      return { label: 'launchesIn', atMs: offer.launch_ms };
    default:
      return undefined;
  }
}

/** What has happened of the offer's schedule and what is still to come. */
export function scheduleOf(
  offer: Pick<WireLaunchOffer, 'state' | 'start_ms' | 'closes_at_ms' | 'launch_ms' | 'releases'>,
  nowMs: number,
): readonly {
  readonly key: string;
  readonly atMs: number;
  readonly percent?: string;
  readonly state: TimelineStep['state'];
}[] {
  const moments = [
    { key: 'start', atMs: offer.start_ms },
    { key: 'close', atMs: offer.closes_at_ms },
    { key: 'launch', atMs: offer.launch_ms },
    ...offer.releases.map(({ at_ms: atMs, percent }, index) => ({ key: `release${index}`, atMs, percent })),
  ];
  const isCancelled = offer.state === 'cancelled';
  const next = moments.findIndex(moment => moment.atMs > nowMs);
  return moments.map((moment, index) => ({
    ...moment,
    state: moment.atMs <= nowMs ? 'done' : isCancelled ? 'todo' : index === next ? 'now' : 'todo',
  }));
}
