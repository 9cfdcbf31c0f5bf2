import type { Report, Step } from '@tallystick/verify/report';
import type { Translate } from '#i18n/use-translation.ts';
import { formatAmount, formatDate, formatDecimal } from '#ui/format.ts';

type T = Translate<'proof', 'proof' | 'option'>;
type Figures = Step['figures'];

/** One step as it is told. */
export interface Told {
  readonly key: string;
  readonly state: Step['state'];
  readonly name: string;
  /** The one figure of the step. */
  readonly value: string | null;
  readonly lines: readonly string[];
}

const text = (value: string | number | undefined): string => String(value ?? '');
const count = (value: string | number | undefined): string => formatDecimal(text(value));
const price = (value: string | number | undefined): string => formatDecimal(text(value), { minDecimals: 2 });
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
  const names = text(figures['names']);
  return [
    t(`story.${id}`, { number: count(figures['number']), time }),
    figures['sources'] === 1
      ? t('story.oneSource', { names })
      : t('story.sources', { sources: text(figures['sources']), names }),
  ];
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

function valueOf({ id, figures }: Step): string | null {
  switch (id) {
    case 'terms':
      return formatDate(Number.parseInt(text(figures['bought_at_ms']), 10), 'time');
    case 'head':
      return `#${count(figures['number'])}`;
    case 'chain':
      return count(figures['count']);
    case 'entry':
    case 'exit':
      return figures['number'] === 0 ? null : price(figures['price']);
    case 'result':
      return resultValue(figures);
    case 'payout':
      return `${formatAmount(text(figures['payout']))} ${text(figures['currency'])}`;
    case 'signature':
      return `#${count(figures['size'])}`;
    default:
      return null;
  }
}

function passedLines(t: T, { id, figures }: Step): string[] {
  switch (id) {
    case 'format':
      return [t('story.format', { option: text(figures['option']) })];
    case 'terms':
      return termsLines(t, figures);
    case 'head':
      return [t('story.head', { number: count(figures['number']) })];
    case 'chain':
      return [t('story.chain', { first: count(figures['first']), last: count(figures['last']) })];
    case 'entry':
    case 'exit':
      return endLines(t, id, figures);
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
  }
}

function linesOf(t: T, step: Step, broken: boolean): string[] {
  if (step.state === 'passed') return passedLines(t, step);
  const { problem, figures } = step;
  if (step.state === 'skipped' || problem === null || problem === 'not_settled') {
    return [broken ? t('story.skipped') : t('story.nothing')];
  }
  return [
    t(`problem.${problem}`, {
      number: count(figures['number']),
      field: text(figures['field']),
      payout: text(figures['payout']),
    }),
  ];
}

/** A report in the customer's words, without the step that only says that the file could be read. */
export function tell(t: T, report: Report): Told[] {
  const broken = report.verdict === 'wrong';
  return report.steps
    .filter(step => step.id !== 'format' || step.state !== 'passed')
    .map(step => ({
      key: step.id,
      state: step.state,
      name: t(`step.${step.id}`),
      value: step.state === 'passed' ? valueOf(step) : null,
      lines: linesOf(t, step, broken),
    }));
}
