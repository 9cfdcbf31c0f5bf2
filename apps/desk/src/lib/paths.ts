import { LANGUAGE_NAMES, LANGUAGES } from '@tallystick/protocol/languages';
import { known, t, word } from '#i18n/texts.ts';
import { grouped } from './format.ts';
import type { Names } from './use-names.ts';

/** Identifying fields come first; the rest keeps its order. */
const FIRST = [
  'product_id',
  'offer_id',
  'code',
  'name',
  'role',
  'active',
  'enabled',
  'from',
  'to',
  'amount',
  'currency_id',
  'currency',
  'network',
  'cycle_days',
  'daily_yield_percent',
  'penalty_percent',
  'minimum',
  'maximum',
  'title',
  'summary',
  'paragraphs',
];

/** Sort key of paths such as `items.0.fee`: in the order of the form, with lists in their own order. */
export function inReadingOrder(one: string, other: string): number {
  const [left, right] = [one.split('.'), other.split('.')];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [a = '', b = ''] = [left[i], right[i]];
    if (a !== b) return placeOf(a) - placeOf(b);
  }
  return left.length - right.length;
}

function placeOf(step: string): number {
  if (/^\d+$/.test(step)) return Number(step);
  const place = FIRST.indexOf(step);
  return place === -1 ? FIRST.length : place;
}

/** `items.0.fee` within its value: `USDT TRC20 · Fee`. */
export function pathName(path: string, root: unknown, names: Names): string {
  const shown: string[] = [];
  let place = root;
  for (const step of path.split('.')) {
    place = inside(place, step);
    const element = /^\d+$/.test(step) ? elementName(place, names) : undefined;
    if (element !== undefined) shown.splice(-1, 1, element);
    else shown.push(/^\d+$/.test(step) ? String(Number(step) + 1) : fieldName(step));
  }
  return shown.join(' · ');
}

/** What distinguishes a line of a list from the others, if anything. */
function elementName(element: unknown, names: Names): string | undefined {
  const currency = inside(element, 'currency_id');
  if (typeof currency === 'number' || typeof currency === 'string') {
    const code = names.currencies.get(Number(currency)) ?? String(currency);
    const network = inside(element, 'network');
    return typeof network === 'string' ? `${code} ${network}` : code;
  }
  const seconds = inside(element, 'seconds');
  if (typeof seconds === 'number') return t('customers.seconds', { count: seconds });
  const upTo = inside(element, 'up_to_value');
  return typeof upTo === 'string' ? t('approvals.upTo', { amount: grouped(upTo) }) : undefined;
}

/** The field that a value belongs to; for values in a list, the list. */
export function fieldOf(path: string): string {
  return path.split('.').findLast(step => !/^\d+$/.test(step)) ?? path;
}

/** The label in the forms. Names of markets stay as they are. */
export function fieldName(step: string): string {
  if (step.includes('/')) return step;
  return (
    known('fields', step) ??
    known('trust', `fields.${step}`) ??
    known('perpetuals', `fields.${step}`) ??
    known('launch', `fields.${step}`) ??
    languageName(step) ??
    word('fields', step)
  );
}

function languageName(step: string): string | undefined {
  const language = LANGUAGES.find(code => code === step);
  return language === undefined ? undefined : LANGUAGE_NAMES[language].name;
}

function inside(content: unknown, field: string): unknown {
  if (typeof content !== 'object' || content === null) return undefined;
  return (content as Readonly<Record<string, unknown>>)[field];
}
