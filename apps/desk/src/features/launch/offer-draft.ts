import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import type { DeskOutput } from '@tallystick/protocol/desk';
import type { Language } from '@tallystick/protocol/languages';
import { wholeOf } from '#lib/format.ts';

export type DeskLaunchOffer = DeskOutput<'GET desk/launch_offers'>['items'][number];
export type OfferTerms = DeskLaunchOffer['terms'];
export type FreeIds = DeskOutput<'GET desk/launch_offers'>['next'];

const DECIMAL = /^\d+(\.\d+)?$/;

/** Initial values of a new offer. */
export function newOffer(free: FreeIds, nowMs: number): OfferTerms {
  const startMs = nowMs - (nowMs % HOUR_MS) + DAY_MS;
  return {
    ...free,
    code: '',
    name: '',
    decimals: 6,
    quote_currency_id: 3,
    tick_size: '0.0001',
    lot_size: '0.1',
    min_notional: '5',
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.1',
    price_band_percent: '10',
    issue_price: '1',
    supply: '100000',
    mode: 'pro_rata',
    minimum: '50',
    cap: '10000',
    accepted: [{ currency_id: 3, rate: '1' }],
    start_ms: startMs,
    close_ms: startMs + 3 * DAY_MS,
    launch_ms: startMs + 4 * DAY_MS,
    releases: [{ after_ms: 0, percent: '100' }],
    about: {},
  };
}

/** By language; missing ones are shown in English. */
export type About = Partial<Record<Language, string>>;

/** The texts with one changed; an empty text is removed. */
export function withAbout(about: About, language: Language, text: string): About {
  const { [language]: _, ...others } = about;
  return text.trim() === '' ? others : { ...others, [language]: text };
}

interface Release {
  readonly after_ms: number;
  readonly percent: string;
}

/** One line each: hours after the launch, then percent. */
export function releasesText(releases: readonly Release[]): string {
  return releases.map(({ after_ms, percent }) => `${after_ms / HOUR_MS} ${percent}`).join('\n');
}

/** Null if a line is malformed. */
export function readReleases(text: string): Release[] | null {
  const releases = linesOf(text).map(([hours = '', percent = '', ...rest]) => {
    const whole = wholeOf(hours);
    return whole === null || !DECIMAL.test(percent) || rest.length > 0
      ? null
      : { after_ms: whole * HOUR_MS, percent };
  });
  return releases.length > 0 && releases.every(release => release !== null) ? releases : null;
}

interface Accepted {
  readonly currency_id: number;
  readonly rate: string;
}

/** One line each: the currency's code, then the value of one unit in the quote currency. */
export function acceptedText(accepted: readonly Accepted[], codes: ReadonlyMap<number, string>): string {
  return accepted.map(({ currency_id: id, rate }) => `${codes.get(id) ?? id} ${rate}`).join('\n');
}

/** Null if a line is malformed or names an unknown currency. */
export function readAccepted(text: string, codes: ReadonlyMap<number, string>): Accepted[] | null {
  const ids = new Map([...codes].map(([id, code]) => [code, id]));
  const accepted = linesOf(text).map(([code = '', rate = '', ...rest]) => {
    const id = ids.get(code.toUpperCase());
    return id === undefined || !DECIMAL.test(rate) || rest.length > 0 ? null : { currency_id: id, rate };
  });
  return accepted.length > 0 && accepted.every(one => one !== null) ? accepted : null;
}

function linesOf(text: string): string[][] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => line.split(/\s+/));
}
