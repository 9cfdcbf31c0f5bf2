import type {
  WireDeleveraging,
  WireFundingPayment,
  WireLiquidation,
  WirePerpetualFill,
  WirePerpetualOffset,
  WireStopTrigger,
  WireTopUp,
} from '@tallystick/protocol/wire';

export interface StoryParts {
  /** The position the events belong to. */
  readonly positionId: number;
  readonly fills: readonly WirePerpetualFill[];
  readonly funding: readonly WireFundingPayment[];
  readonly liquidations: readonly WireLiquidation[];
  readonly deleveragings: readonly WireDeleveraging[];
  readonly triggers: readonly WireStopTrigger[];
  readonly offsets: readonly WirePerpetualOffset[];
  readonly topUps: readonly WireTopUp[];
}

/** One thing that happened to a position. */
export type StoryEvent = { readonly key: string; readonly atMs: number } & (
  | { readonly kind: 'fill'; readonly fill: WirePerpetualFill }
  | { readonly kind: 'funding'; readonly payment: WireFundingPayment }
  | { readonly kind: 'liquidation'; readonly liquidation: WireLiquidation }
  | { readonly kind: 'deleveraging'; readonly deleveraging: WireDeleveraging }
  | { readonly kind: 'trigger'; readonly trigger: WireStopTrigger }
  | { readonly kind: 'topup'; readonly topUp: WireTopUp }
  /** `side`: which of the two this position was. */
  | { readonly kind: 'offset'; readonly offset: WirePerpetualOffset; readonly side: 'long' | 'short' }
);

/** The order of events at the same time: causes before effects. */
const ORDER: readonly StoryEvent['kind'][] = [
  'trigger',
  'topup',
  'liquidation',
  'deleveraging',
  'fill',
  'offset',
  'funding',
];

export function liquidationEvent(
  liquidation: WireLiquidation,
): Extract<StoryEvent, { readonly kind: 'liquidation' }> {
  const { liquidation_id: id, at_ms: atMs } = liquidation;
  return { kind: 'liquidation', key: `liquidation:${id}`, atMs, liquidation };
}

/** A position's events, newest first. */
export function storyOf(parts: StoryParts): StoryEvent[] {
  const events: StoryEvent[] = [
    ...parts.fills.map(
      fill =>
        ({ kind: 'fill', key: `fill:${fill.trade_id}:${fill.effect}`, atMs: fill.at_ms, fill }) as const,
    ),
    ...parts.funding.map(
      payment =>
        ({ kind: 'funding', key: `funding:${payment.funding_id}`, atMs: payment.at_ms, payment }) as const,
    ),
    ...parts.liquidations.map(liquidationEvent),
    ...parts.deleveragings.map(
      deleveraging =>
        ({
          kind: 'deleveraging',
          key: `deleveraging:${deleveraging.deleveraging_id}`,
          atMs: deleveraging.at_ms,
          deleveraging,
        }) as const,
    ),
    ...parts.triggers.map(
      trigger =>
        ({ kind: 'trigger', key: `trigger:${trigger.trigger_id}`, atMs: trigger.at_ms, trigger }) as const,
    ),
    ...parts.topUps.map(
      topUp => ({ kind: 'topup', key: `topup:${topUp.top_up_id}`, atMs: topUp.at_ms, topUp }) as const,
    ),
    ...parts.offsets.map(
      offset =>
        ({
          kind: 'offset',
          key: `offset:${offset.offset_id}`,
          atMs: offset.at_ms,
          offset,
          side: offset.long_position_id === parts.positionId ? 'long' : 'short',
        }) as const,
    ),
  ];
  return events.toSorted((a, b) => b.atMs - a.atMs || ORDER.indexOf(b.kind) - ORDER.indexOf(a.kind));
}
