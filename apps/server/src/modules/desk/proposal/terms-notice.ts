import { LANGUAGES, type Language } from '@tallystick/protocol';
import type pg from 'pg';
import { writeNotice, type NoticeTexts } from '../notice/store.ts';
import type { PlatformSettings } from '../setting/platform-settings.ts';
import { TERMS_TEXTS, type TermsField } from './terms-texts.ts';

const HOUR_MS = 3_600_000;

const LOCALES: Readonly<Record<Language, string>> = {
  zh: 'zh-CN',
  en: 'en-GB',
  hk: 'zh-HK',
  jp: 'ja-JP',
  kr: 'ko-KR',
  esp: 'es-ES',
  th: 'th-TH-u-ca-gregory',
  yn: 'vi-VN',
};

/** One moment for everybody, in UTC: an announcement is written once, and readers are in all time zones. */
export function momentIn(language: Language, atMs: number): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return `${format.format(atMs)} UTC`;
}

/** How worse terms are announced: how long before they act, and in which words customers are told. */
export class TermsNotice {
  readonly #settings: Pick<PlatformSettings, 'get'>;
  readonly #now: () => number;

  constructor(settings: Pick<PlatformSettings, 'get'>, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** From the moment the exchange takes the change. */
  ms(): number {
    return this.#settings.get('terms').notice_hours * HOUR_MS;
  }

  /** As a proposal shows it: what does not act at once. */
  shown(later: unknown): { readonly after_hours: { readonly hours: number; readonly terms: unknown } } {
    return { after_hours: { hours: this.#settings.get('terms').notice_hours, terms: later } };
  }

  /** An announcement to everybody, about a pair or `withdrawals`, in every language. */
  async publish(
    db: Pick<pg.ClientBase, 'query'>,
    subject: string,
    effectiveAtMs: number,
    terms: Readonly<Partial<Record<TermsField, string>>>,
  ): Promise<void> {
    const texts = Object.fromEntries(
      LANGUAGES.map(language => {
        const words = TERMS_TEXTS[language];
        const moment = momentIn(language, effectiveAtMs);
        const about = subject === 'withdrawals' ? words.withdrawals : subject;
        const fill = (text: string) => text.replace('{subject}', about).replace('{moment}', moment);
        const lines = Object.entries(terms).map(
          ([field, value]) => `${words.fields[field as TermsField]}: ${value}`,
        );
        return [
          language,
          { title: fill(words.title), summary: fill(words.summary), paragraphs: [...lines, words.kept] },
        ];
      }),
    );
    await writeNotice(db, null, this.#now(), texts as NoticeTexts);
  }
}
