import { HOUR_MS } from '@tallystick/core/durations';
import { LANGUAGES, type Language } from '@tallystick/protocol';
import { figuresIn, momentIn } from '@tallystick/protocol/figures';
import type pg from 'pg';
import { appendPublicRecord } from '../../public-log/append.ts';
import { writeNotice, type NoticeTexts } from './store.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import { TERMS_TEXTS, type TermsField } from './terms-texts.ts';

/** Announces terms that get worse: how long before they act, and in which words. */
export class TermsNotice {
  readonly #settings: Pick<PlatformSettings, 'get'>;
  readonly #now: () => number;

  constructor(settings: Pick<PlatformSettings, 'get'>, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Time from the exchange's acceptance of the change until it acts. */
  ms(): number {
    return this.#settings.get('terms').notice_hours * HOUR_MS;
  }

  /** The part that does not act at once, as the proposal shows it. */
  shown(later: unknown): { readonly after_hours: { readonly hours: number; readonly terms: unknown } } {
    return { after_hours: { hours: this.#settings.get('terms').notice_hours, terms: later } };
  }

  /**
   * An announcement to everybody, about a pair, `withdrawals` or `referral`, in every language, and its record in the public
   * log.
   */
  async publish(
    db: Pick<pg.ClientBase, 'query'>,
    subject: string,
    effectiveAtMs: number,
    terms: Readonly<Partial<Record<TermsField, string>>>,
  ): Promise<void> {
    const texts = Object.fromEntries(
      LANGUAGES.map(language => {
        const words = TERMS_TEXTS[language];
        // One time in UTC for everybody: the text is written once for readers in all time zones.
        const moment = `${momentIn(language, effectiveAtMs, 'long')} UTC`;
        const [about, kept] = aboutAndKept(subject, language);
        const fill = (text: string) => text.replace('{subject}', about).replace('{moment}', moment);
        const lines = Object.entries(terms).map(
          ([field, value]) => `${words.fields[field as TermsField]}: ${figuresIn(language, value)}`,
        );
        return [
          language,
          { title: fill(words.title), summary: fill(words.summary), paragraphs: [...lines, kept] },
        ];
      }),
    );
    const atMs = this.#now();
    const noticeId = await writeNotice(db, null, atMs, texts as NoticeTexts);
    const { title, summary, paragraphs } = texts['en']!;
    await appendPublicRecord(db, {
      kind: 'notice',
      atMs,
      body: {
        notice_id: noticeId,
        published_at_ms: atMs,
        subject,
        effective_at_ms: effectiveAtMs,
        title,
        summary,
        paragraphs,
      },
    });
  }
}

/** The announcement's subject, and its words about existing positions or requests. */
function aboutAndKept(subject: string, language: Language): readonly [about: string, kept: string] {
  const words = TERMS_TEXTS[language];
  if (subject === 'withdrawals') return [words.withdrawals, words.keptWithdrawals];
  if (subject === 'referral') return [words.referral, words.earned];
  return [subject, words.kept];
}
