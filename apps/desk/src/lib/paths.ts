import { LANGUAGE_NAMES, LANGUAGES } from '@tallystick/protocol/languages';
import { known, t, word } from '#i18n/texts.ts';
import { grouped } from './format.ts';
import type { Names } from './use-names.ts';

/** What says which one it is comes first; the rest stays as it comes. */
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

/** For sorting paths such as `items.0.fee`: as a form asks for them, lists in their own order. */
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

/** `items.0.fee` of what it is a path of: `USDT TRC20 · Fee`. */
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

/** What tells a line of a list from the others, if something does. */
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

/** The field that a value belongs to: what is in a list belongs to the list. */
export function fieldOf(path: string): string {
  return path.split('.').findLast(step => !/^\d+$/.test(step)) ?? path;
}

/** As the forms call it. The names of markets are themselves. */
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
