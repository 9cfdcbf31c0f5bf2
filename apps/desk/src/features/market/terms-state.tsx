import { t, word } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { fieldName } from '#lib/paths.ts';
import { Badge } from '#ui/page.tsx';

const TONES = { open: 'good', cancel_only: 'warn', halted: 'bad' } as const;

interface Stated {
  readonly status: keyof typeof TONES;
  readonly halt: {
    readonly mode: string;
    readonly reason: string;
    readonly note: string;
    readonly until_ms: number | null;
  } | null;
  readonly announced: ({ readonly effective_at_ms: number } & Readonly<Record<string, unknown>>) | null;
}

/** Whether it trades, why not and until when, and which changes of its terms are announced. */
export function TermsState({ of }: { readonly of: Stated }) {
  const { status, halt, announced } = of;
  return (
    <div className="stack">
      <span>
        <Badge tone={TONES[status]}>{word('marketStates', status)}</Badge>
      </span>
      {halt === null ? null : (
        <span className="hint">
          {t(halt.until_ms === null ? 'markets.since' : 'markets.until', {
            mode: word('haltModes', halt.mode),
            cause: word('haltReasons', halt.reason),
            time: dateTime(halt.until_ms ?? 0),
          })}
          {halt.note === '' ? '' : `: ${halt.note}`}
        </span>
      )}
      {announced === null ? null : (
        <span className="hint">
          {t('markets.announced', {
            time: dateTime(announced.effective_at_ms),
            terms: changedTerms(of, announced),
          })}
        </span>
      )}
    </div>
  );
}

function changedTerms(now: object, announced: object): string {
  const before = new Map(Object.entries(now));
  return Object.entries(announced)
    .filter(([name, value]) => before.has(name) && JSON.stringify(before.get(name)) !== JSON.stringify(value))
    .map(([name, value]) => `${fieldName(name)} ${typeof value === 'object' ? '…' : String(value)}`)
    .join(', ');
}
