import { known, t, word, type Group } from '#i18n/texts.ts';
import { dateTime } from './format.ts';

/** Where the words for a field's values are. What is not among them is somebody's own text and stays as it is. */
const VALUES: Readonly<Record<string, readonly Group[]>> = {
  status: ['marketStates'],
  state: ['queueStates', 'proposalStates'],
  role: ['roles'],
  from: ['houseAccounts'],
  to: ['houseAccounts'],
  mode: ['launchModes'],
  reason: ['queueOptions'],
  level: ['levels'],
  verification: ['verification'],
  channel: ['channels'],
  name: ['settings'],
};
/** Moments; other fields in milliseconds are lengths of time. */
const MOMENT = /(_at|^start|^close|^launch)_ms$/;
const LEAST_MOMENT_MS = 1_000_000_000_000;

/** A value of that field as people read it. */
export function shownValue(field: string, text: string): string {
  if (text === 'true' || text === 'false') return t(text === 'true' ? 'values.yes' : 'values.no');
  if (MOMENT.test(field) && /^\d{13,16}$/.test(text) && Number(text) >= LEAST_MOMENT_MS) {
    return dateTime(Number(text));
  }
  // Where markets are named, the value is what they are.
  const groups = VALUES[field] ?? (field.includes('/') ? (['marketStates'] as const) : []);
  return groups.map(group => known(group, text)).find(found => found !== undefined) ?? text;
}

/** What somebody did, from the log's `market.stop`. */
export function shownAction(action: string): string {
  const own = known('actionsDone', action.replace('.', '_'));
  if (own !== undefined) return own;
  const [what = '', how = ''] = action.split('.');
  const subject = known('proposalKinds', what) ?? word('queues', what);
  return `${subject}: ${word('decisions', how)}`;
}

/** What it was done to, from the log's `customer:10001`. */
export function shownSubject(subject: string): string {
  const [what = '', ...rest] = subject.split(':');
  const which = rest.join(':');
  return `${word('subjects', what)} ${known('settings', which) ?? (which === 'all' ? t('values.all') : which)}`.trim();
}
