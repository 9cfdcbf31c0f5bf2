import type { Check, Figures, Report } from '@tallystick/verify/report';
import { compareDecimals } from '#lib/decimal.ts';
import type { Translate } from '#i18n/use-translation.ts';
import { formatAmount, formatDate, formatDecimal, formatPercent } from '#ui/format.ts';

type T = Translate<'prices', 'prices' | 'option'>;

/** One check as it is shown. */
export interface DescribedCheck {
  readonly key: string;
  readonly state: Check['state'];
  readonly name: string;
  /** The check's main figure. */
  readonly value: string | null;
  readonly lines: readonly string[];
}

const text = (value: string | number | undefined): string => String(value ?? '');
const count = (value: string | number | undefined): string => formatDecimal(text(value));
const price = (value: string | number | undefined): string => formatDecimal(text(value), { minDecimals: 2 });
const day = (value: string | number | undefined): string =>
  formatDate(Number.parseInt(text(value), 10), 'date');
const moment = (value: string | number | undefined): string => formatDate(Number.parseInt(text(value), 10));

function termsLines(t: T, figures: Figures): string[] {
  const direction = figures['direction'] === 'fall' ? 'fall' : 'rise';
  const line = t('story.terms', {
    direction: t(`option:direction.${direction}`),
    symbol: text(figures['symbol']),
    stake: formatAmount(text(figures['stake'])),
    profit: formatAmount(text(figures['profit'])),
    currency: text(figures['currency']),
    seconds: text(figures['seconds']),
  });
  return [
    line,
    ...(figures['signed'] === 'yes' ? [t('story.signedTerms')] : []),
    ...(figures['kept'] === 'yes' ? [t('story.kept')] : []),
  ];
}

function endLines(t: T, id: 'entry' | 'exit', figures: Figures): string[] {
  if (figures['number'] === 0) return [t('story.stale')];
  const time = formatDate(Number.parseInt(text(figures['at_ms']), 10), 'time');
  return [t(`story.${id}`, { number: count(figures['number']), time }), sourcesLine(t, figures)];
}

function sourcesLine(t: T, figures: Figures): string {
  const names = text(figures['names']);
  return figures['sources'] === 1
    ? t('story.oneSource', { names })
    : t('story.sources', { sources: text(figures['sources']), names });
}

function resultLine(t: T, figures: Figures): string {
  const { result, outcome } = figures;
  if (result === 'even') return t('story.even');
  if (result === 'stale_entry' || result === 'stale_exit') return t('story.staleResult');
  return outcome === 'won' ? t('story.won') : t('story.lost');
}

function payoutLine(t: T, figures: Figures): string {
  const { outcome } = figures;
  if (outcome === 'lost') return t('story.paidLost');
  if (outcome === 'refunded') return t('story.paidRefunded');
  return t('story.paidWon', {
    stake: formatAmount(text(figures['stake'])),
    rate: formatDecimal(text(figures['rate'])),
    payout: formatAmount(text(figures['payout'])),
  });
}

const SIGNS = { rise: '>', fall: '<', even: '=' } as const;

function resultValue({ result, entry, exit }: Figures): string | null {
  const sign = SIGNS[result as keyof typeof SIGNS];
  return sign === undefined ? null : `${price(exit)} ${sign} ${price(entry)}`;
}

/** The booked figure; if it differs from the recomputed one, both with `≠`; for a bound, both with `≤` or `≥`. */
function comparedValue({ state, figures }: Check): string {
  const [booked, again, unit] = [text(figures['booked']), text(figures['again']), text(figures['unit'])];
  if (unit === 'ranks') return booked;
  const written = (figure: string): string => {
    if (unit === '%') return formatPercent(figure, { decimals: 6, minDecimals: 4 });
    return unit === '' ? formatDecimal(figure) : `${formatDecimal(figure)} ${unit}`;
  };
  if ('sign' in figures) {
    const sign = compareDecimals(booked, again) < 0 ? '≤' : '≥';
    return `${formatDecimal(booked)} ${sign} ${formatDecimal(again)}`;
  }
  return state === 'passed' ? written(booked) : `${written(booked)} ≠ ${written(again)}`;
}

/** Null: nothing to show. A booked figure is shown even if it is wrong. */
function valueOf(check: Check): string | null {
  const { name, state, figures } = check;
  if ('booked' in figures && figures['unit'] !== 'hash') return comparedValue(check);
  if (state !== 'passed') return null;
  switch (name) {
    case 'terms':
      return formatDate(Number.parseInt(text(figures['bought_at_ms']), 10), 'time');
    case 'head':
      return `#${count(figures['number'])}`;
    case 'chain':
      return count(figures['count']);
    case 'index':
    case 'entry':
    case 'exit':
      return figures['number'] === 0 ? null : price(figures['price']);
    case 'result':
      return resultValue(figures);
    case 'payout':
      return `${formatAmount(text(figures['payout']))} ${text(figures['currency'])}`;
    case 'signature':
      return `#${count(figures['size'])}`;
    case 'shares':
      return count(figures['lines']);
    case 'own':
      return formatDecimal(text(figures['allocated']));
    case 'dates':
      return `${day(figures['starts_at_ms'])} – ${day(figures['completes_at_ms'])}`;
    case 'days':
      return `${text(figures['days'])} / ${text(figures['of'])}`;
    default:
      return null;
  }
}

function passedLines(t: T, { name, figures }: Check): string[] {
  switch (name) {
    case 'format':
      return figures['option'] === undefined ? [] : [t('story.format', { option: text(figures['option']) })];
    case 'index':
      return [sourcesLine(t, figures)];
    case 'terms':
      return termsLines(t, figures);
    case 'head':
      return [t('story.head', { number: count(figures['number']) })];
    case 'chain':
      return [t('story.chain', { first: count(figures['first']), last: count(figures['last']) })];
    case 'entry':
    case 'exit':
      return endLines(t, name, figures);
    case 'result':
      return [resultLine(t, figures)];
    case 'payout':
      return [payoutLine(t, figures)];
    case 'signature':
      return [
        t('story.signature', {
          origin: text(figures['origin']),
          time: moment(figures['at_ms']),
          key: text(figures['key']),
        }),
      ];
    case 'inclusion':
      return [
        t('story.inclusion', {
          hashes: text(figures['hashes']),
          number: count(figures['number']),
          size: count(figures['size']),
        }),
      ];
    case 'consistency':
      return [t('story.consistency', { from: count(figures['from']), to: count(figures['to']) })];
    default:
      return [];
  }
}

/** Texts by code; codes that mean the same to customers share one. */
const PROBLEM_TEXTS = {
  too_large: 'check.unreadable',
  too_deep: 'check.unreadable',
  not_json: 'check.unreadable',
  duplicate_key: 'check.unreadable',
  out_of_range: 'check.unreadable',
  not_recorded: 'verdict.uncheckedText',
  not_in_file: 'story.nothing',
  lots_remain: 'story.nothing',
  not_settled: 'story.nothing',
  not_reached: 'problem.figures_differ',
  not_in_order: 'problem.figures_differ',
  other_samples: 'problem.figures_differ',
  other_dates: 'problem.figures_differ',
  other_days: 'problem.figures_differ',
  other_interest: 'problem.figures_differ',
  paid_early: 'problem.figures_differ',
  not_in_list: 'problem.parts_contradict',
} as const;

function problemText(problem: NonNullable<Check['problem']>) {
  return problem in PROBLEM_TEXTS
    ? PROBLEM_TEXTS[problem as keyof typeof PROBLEM_TEXTS]
    : (`problem.${problem as Exclude<typeof problem, keyof typeof PROBLEM_TEXTS>}` as const);
}

function linesOf(t: T, check: Check, broken: boolean): string[] {
  if (check.state === 'passed') return passedLines(t, check);
  const { problem, figures } = check;
  if (problem === null) return [broken ? t('story.skipped') : t('story.nothing')];
  return [
    t(problemText(problem), {
      number: count(figures['number']),
      count: text(figures['count']),
      field: text(figures['field']),
      payout: text(figures['payout']),
    }),
  ];
}

/** A report in the customer's language, without the check that only says that the file could be read. */
export function describeReport(t: T, report: Report): DescribedCheck[] {
  const broken = report.verdict === 'wrong';
  const isShown = ({ name, state, problem }: Check): boolean =>
    name === 'format'
      ? state !== 'passed'
      : state !== 'not_checkable' || problem !== null || isOption(report);
  return report.checks.filter(isShown).map(check => ({
    key: check.name,
    state: check.state,
    name: t(`step.${check.name}`),
    value: valueOf(check),
    lines: linesOf(t, check, broken),
  }));
}

/** An option's checks tell its whole course, so none is left out. */
export function isOption({ kind }: Report): boolean {
  return kind === 'option' || kind === null;
}
