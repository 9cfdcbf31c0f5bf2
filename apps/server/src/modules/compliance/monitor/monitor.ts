import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { PlatformSettingValue } from '@tallystick/protocol/desk/settings';
import type { FeedEvent } from '../../../events/event.ts';
import type { EffectSubscriber } from '../../../feed/subscriber.ts';
import type { PlatformSettings } from '../../../settings/platform-settings.ts';
import type { Valuation } from '../../market/valuation.ts';
import type { MarketUnitsTable } from '../../market/units.ts';
import type { Cases } from '../cases.ts';
import { newestOfKind, type Evidence, type Queries } from '../store.ts';
import { leftOutMinor, MOST, movementsOf } from './movements.ts';
import { FUNDS_MS, judge, type Finding, type RuleKind, type RuleLimits } from './rules.ts';

const HOUR_MS = 3_600_000;
const RULES: readonly RuleKind[] = ['structuring', 'velocity', 'rapid', 'dormant', 'funds'];

export interface MonitorOptions {
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly valuation: Pick<Valuation, 'value'>;
  readonly units: MarketUnitsTable;
  readonly cases: Cases;
  readonly now: () => number;
}

type Watched = 'moneyMoved' | 'withdrawalChanged';

/** Looks at a customer's movements whenever there is a new one; what a rule notices is a case, once. */
export function monitor(options: MonitorOptions): EffectSubscriber<Watched> {
  return {
    name: 'compliance',
    kinds: ['moneyMoved', 'withdrawalChanged'],
    from: 'now',
    async handle(client, events) {
      const customers = new Set(events.filter(isMovement).flatMap(event => event.customerId ?? []));
      for (const customerId of customers) await lookAt(options, client, customerId);
    },
  };
}

function isMovement(event: FeedEvent<Watched>): boolean {
  return event.kind === 'moneyMoved' ? event.body.reason === 'deposit' : event.body.state === 'pending';
}

async function lookAt(options: MonitorOptions, db: Queries, customerId: number): Promise<void> {
  const { settings, valuation, units, cases, now } = options;
  const { decimals } = units.currency(USDT);
  const movements = await movementsOf(db, customerId, now(), valuation);
  const looked = new Map<RuleKind, number>();
  for (const kind of RULES) {
    looked.set(kind, (await newestOfKind(db, customerId, kind))?.openedAtMs ?? -Infinity);
  }
  const since = (kind: RuleKind): number => looked.get(kind) ?? -Infinity;
  const limits = limitsOf(settings.get('compliance'), decimals);
  const isCut = movements.length >= MOST;
  const restMinor = isCut ? await leftOutMinor(db, customerId, now(), since('funds'), valuation) : 0n;
  for (const finding of judge(movements, limits, since, restMinor)) {
    const subject = finding.movements.at(-1)?.id ?? '';
    await cases.open(db, {
      customerId,
      kind: finding.kind,
      subjects: [subject],
      evidence: evidenceOf(finding),
    });
  }
  if (!isCut) return;
  // The rules do not see all of it any more: money waits until somebody has looked, once in 30 days.
  const usdt = formatMinor(
    movements.reduce((sum, one) => sum + one.usdtMinor, restMinor),
    decimals,
  );
  await cases.open(db, {
    customerId,
    kind: 'velocity',
    subjects: [`many:${Math.floor(now() / FUNDS_MS)}`],
    holds: true,
    evidence: { figures: { usdt, count: `${MOST}+` }, movements: movements.slice(-1).map(one => one.id) },
  });

  function evidenceOf({ sumMinor, movements: all }: Finding): Evidence {
    const figures = { usdt: formatMinor(sumMinor, decimals), count: String(all.length) };
    return { figures, movements: all.map(one => one.id) };
  }
}

/** @param decimals of USDT in the ledger */
function limitsOf(set: PlatformSettingValue<'compliance'>, decimals: number): RuleLimits {
  const usdt = (text: string): bigint => parseDecimal(text, decimals) ?? 0n;
  return {
    reportingMinor: usdt(set.reporting_amount),
    structuringPercent: set.structuring_percent,
    structuringCount: set.structuring_count,
    structuringMs: set.structuring_hours * HOUR_MS,
    velocityMinor: usdt(set.velocity_amount),
    velocityCount: set.velocity_count,
    rapidPercent: set.rapid_percent,
    rapidMs: set.rapid_hours * HOUR_MS,
    rapidMinor: usdt(set.rapid_minimum),
    dormantMs: set.dormant_days * 24 * HOUR_MS,
    dormantMinor: usdt(set.dormant_minimum),
    fundsMinor: usdt(set.funds_from),
  };
}
