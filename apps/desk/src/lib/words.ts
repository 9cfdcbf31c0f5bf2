import { toWire } from '@tallystick/protocol/word-case';
import { known, t, word, type Group } from '#i18n/texts.ts';
import { dateTime, grouped, wholeOf } from './format.ts';
import type { Names } from './use-names.ts';

/** The texts for a field's values. Other values are people's own texts and stay as they are. */
const VALUES: Readonly<Record<string, readonly Group[]>> = {
  status: ['marketStates'],
  state: ['queueStates', 'proposalStates', 'correctionStates'],
  role: ['roles'],
  from: ['houseAccounts'],
  to: ['houseAccounts'],
  mode: ['launchModes'],
  cause: ['haltReasons'],
  reason: ['queueOptions', 'holdReasons', 'correctionReasons'],
  clock_reason: ['clockReasons'],
  redo: ['fields'],
  wrong: ['proofs'],
  documents: ['documentStates'],
  level: ['levels'],
  gesture: ['gestures'],
  verification: ['verification'],
  channel: ['channels'],
  name: ['settings'],
};
/** Fields that are points in time; other fields in milliseconds are durations. */
const MOMENT = /(_at|^start|^close|^launch)_ms$/;
const LEAST_MOMENT_MS = 1_000_000_000_000;

const NO_NAMES: Names = { markets: new Map(), currencies: new Map() };
/** A decimal long enough to group its digits. Account numbers, codes and the like are texts and never grouped. */
const LONG_FIGURE = /^\d{4,}(\.\d+)?$/;
const FIGURES =
  /(^|_)(amount|fee|minimum|maximum|limit|cap|supply|capacity|committed|lots|value|stake|notional|price)(_|$)/;

/** A field's value as text for people. */
export function shownValue(field: string, text: string, names: Names = NO_NAMES): string {
  const id = wholeOf(text);
  if (id !== null && field.endsWith('currency_id')) return names.currencies.get(id) ?? text;
  if (id !== null && field === 'market_id') return names.markets.get(id) ?? text;
  if (FIGURES.test(field) && LONG_FIGURE.test(text)) return grouped(text);
  if (text === 'true' || text === 'false') return t(text === 'true' ? 'values.yes' : 'values.no');
  if (field === 'opens_at_ms' && text === '0') return t('values.atOnce');
  if (field === 'published_at_ms' && text === '—') return t('values.onceConfirmed');
  if (MOMENT.test(field) && /^\d{13,16}$/.test(text) && Number(text) >= LEAST_MOMENT_MS) {
    return dateTime(Number(text));
  }
  // Where markets are named, the value is the name itself.
  const groups = VALUES[field] ?? (field.includes('/') ? (['marketStates'] as const) : []);
  // The log also has words of earlier releases.
  const words = groups.map(group => known(group, text) ?? known(group, toWire(text)));
  return words.find(found => found !== undefined) ?? text;
}

/** An action, from the log's `market.stop`. */
export function shownAction(action: string): string {
  const own = known('actionsDone', action.replace('.', '_'));
  if (own !== undefined) return own;
  const [what = '', how = ''] = action.split('.');
  const subject = known('proposalKinds', what) ?? word('queues', what);
  return `${subject}: ${word('decisions', how)}`;
}

/** A subject, from the log's `customer:10001`. */
export function shownSubject(subject: string, content: unknown = null, names: Names = NO_NAMES): string {
  const [what = ''] = subject.split(':');
  return `${word('subjects', what)} ${shownWhich(subject, content, names)}`.trim();
}

/** The subject's common name: `market:1` is `BTC/USDT`. `content` is its present or former content. */
export function shownWhich(subject: string, content: unknown, names: Names): string {
  const [what = '', ...rest] = subject.split(':');
  const which = rest.join(':');
  const id = wholeOf(which);
  if (which === 'all') return t('values.all');
  switch (what) {
    case 'market':
    case 'perpetual':
    case 'option':
      return (id === null ? undefined : names.markets.get(id)) ?? which;
    case 'setting':
      return known('settings', which) ?? which;
    case 'launch':
      return text(content, 'code') ?? which;
    case 'operator':
      return text(content, 'name') ?? which;
    case 'notice':
      return text(read(read(content, 'texts'), 'en'), 'title') ?? which;
    case 'trust': {
      const days = read(content, 'cycle_days');
      const currency = names.currencies.get(Number(read(content, 'currency_id')));
      if (typeof days !== 'number' || currency === undefined) return which;
      return `${which}: ${currency}, ${t('trust.days', { count: days })}`;
    }
    default:
      return which;
  }
}

function read(content: unknown, field: string): unknown {
  if (typeof content !== 'object' || content === null) return undefined;
  return (content as Readonly<Record<string, unknown>>)[field];
}

function text(content: unknown, field: string): string | undefined {
  const found = read(content, field);
  return typeof found === 'string' ? found : undefined;
}
