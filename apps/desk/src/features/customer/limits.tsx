import type { DeskOutput } from '@tallystick/protocol/desk';
import { t, word } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Facts } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';

type Standing = DeskOutput<'GET desk/customer_limits'>;
type Practice = Standing['practice'][number];

interface Props {
  readonly customerId: number;
}

const PRACTICE: readonly Column<Practice>[] = [
  { head: t('customers.currency'), render: one => one.currency },
  { head: t('customers.available'), figure: true, render: one => grouped(one.available) },
  { head: t('customers.practiceStart'), figure: true, render: one => grouped(one.start) },
];

/** Customers' limits on themselves, read-only: only they can loosen them, after a delay. */
export function OwnLimits({ customerId }: Props) {
  const standing = useDesk('GET desk/customer_limits', { customer_id: customerId });
  return (
    <Loaded query={standing}>
      {({ limits, withdrawal_hold: hold, practice }) => (
        <>
          <p className="quiet">{t('customers.limitsLead')}</p>
          <Facts facts={[...limitFacts(limits), [t('customers.hold'), <Hold key="hold" hold={hold} />]]} />
          <h3>{t('customers.practice')}</h3>
          <Table
            label={t('customers.practice')}
            columns={PRACTICE}
            rows={practice}
            keyOf={one => one.currency_id}
          />
        </>
      )}
    </Loaded>
  );
}

/** Answers “why can’t I buy?”; shows nothing if nothing prevents it. */
export function StoppedBadge({ customerId }: Props) {
  const { data } = useDesk('GET desk/customer_limits', { customer_id: customerId });
  const untilMs = data?.limits.stopped_until_ms ?? null;
  if (untilMs === null) return null;
  return <Badge tone="warn">{t('customers.stoppedUntil', { when: dateTime(untilMs) })}</Badge>;
}

function limitFacts(limits: Standing['limits']): [string, string][] {
  const {
    currency,
    daily_loss_limit: limit,
    next_daily_loss_limit: next,
    cool_down_until_ms: breakEndsMs,
    next_cool_down: nextBreak,
  } = limits;
  const amount = (text: string | null): string =>
    text === null ? t('customers.noLimit') : `${grouped(text)} ${currency}`;
  const facts: [string, string][] = [
    [
      t('customers.buying'),
      limits.stopped_until_ms === null
        ? t('customers.notStopped')
        : t('customers.stopped', { when: dateTime(limits.stopped_until_ms) }),
    ],
    [t('customers.dailyLoss'), amount(limit)],
  ];
  if (next !== null) {
    const when = dateTime(next.from_ms);
    facts.push([t('customers.nextLimit'), t('customers.from', { what: amount(next.limit), when })]);
  }
  facts.push(
    [t('customers.lostToday'), amount(limits.lost_today)],
    [t('customers.atRisk'), amount(limits.at_risk)],
    [t('customers.remaining'), amount(limits.remaining)],
    [t('customers.dayEnds'), dateTime(limits.day_ends_at_ms)],
    [t('customers.break'), breakEndsMs === null ? t('customers.noBreak') : dateTime(breakEndsMs)],
  );
  if (nextBreak !== null) {
    const what = nextBreak.until_ms === null ? t('customers.noBreak') : dateTime(nextBreak.until_ms);
    facts.push([t('customers.nextBreak'), t('customers.from', { what, when: dateTime(nextBreak.from_ms) })]);
  }
  return facts;
}

function Hold({ hold }: { readonly hold: Standing['withdrawal_hold'] }) {
  if (hold === null) return t('customers.noHold');
  return t('customers.holdUntil', { why: word('holdReasons', hold.reason), when: dateTime(hold.until_ms) });
}
