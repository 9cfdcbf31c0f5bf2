import type { WireLaunchOffer } from '@tallystick/protocol/wire';
import type { TimelineStep } from '#ui/timeline.tsx';

export type OfferState = WireLaunchOffer['state'];
export type OfferGroup = 'subscribing' | 'upcoming' | 'over';

const GROUPS: readonly OfferGroup[] = ['subscribing', 'upcoming', 'over'];

export function groupOf(state: OfferState): OfferGroup {
  return state === 'subscribing' || state === 'upcoming' ? state : 'over';
}

/** Offers in groups, in the server's order within a group; empty groups are left out. */
export function groupOffers(
  offers: readonly WireLaunchOffer[],
): { readonly group: OfferGroup; readonly offers: readonly WireLaunchOffer[] }[] {
  return GROUPS.map(group => ({
    group,
    offers: offers.filter(offer => groupOf(offer.state) === group),
  })).filter(one => one.offers.length > 0);
}

/** The next time an offer counts down to; undefined if there is none. */
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

export interface ScheduleStep {
  readonly key: string;
  readonly what: 'start' | 'close' | 'launch' | 'launched' | 'release' | 'cancelled';
  /** Null if the time is unknown. */
  readonly atMs: number | null;
  /** For a release only. */
  readonly percent?: string;
  readonly state: TimelineStep['state'];
}

/**
 * Past and future steps of the offer's schedule. A cancelled offer ends at its cancellation: planned steps
 * are left out, even if their time has passed.
 */
export function scheduleOf(
  offer: Pick<
    WireLaunchOffer,
    'state' | 'start_ms' | 'closes_at_ms' | 'launch_ms' | 'releases' | 'list_root'
  >,
  nowMs: number,
): readonly ScheduleStep[] {
  const moments: readonly Omit<ScheduleStep, 'state'>[] = [
    { key: 'start', what: 'start', atMs: offer.start_ms },
    { key: 'close', what: 'close', atMs: offer.closes_at_ms },
    { key: 'launch', what: offer.state === 'launched' ? 'launched' : 'launch', atMs: offer.launch_ms },
    ...offer.releases.map(({ at_ms: atMs, percent }, index) => ({
      key: `release${index}`,
      what: 'release' as const,
      atMs,
      percent,
    })),
  ];
  if (offer.state === 'cancelled') {
    const happened = offer.list_root === null ? [] : moments.slice(0, 2);
    return [
      ...happened.map(moment => ({ ...moment, state: 'done' as const })),
      { key: 'cancelled', what: 'cancelled', atMs: null, state: 'bad' },
    ];
  }
  const next = moments.findIndex(({ atMs }) => (atMs ?? 0) > nowMs);
  return moments.map((moment, index) => ({
    ...moment,
    state: (moment.atMs ?? 0) <= nowMs ? 'done' : index === next ? 'now' : 'todo',
  }));
}
