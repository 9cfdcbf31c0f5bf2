import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGE_NAMES, type Language } from '@tallystick/protocol/languages';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { toInputTime } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Area, Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { LanguageTabs } from '#ui/language-tabs.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { TimeField } from '#ui/time-field.tsx';
import { ListingFields, type Listing } from './listing-fields.tsx';
import { draftOf, paragraphsOf, readinessOf, textsOf, type Draft, type DraftText } from './draft.ts';

type Notice = DeskOutput<'GET desk/notices'>['items'][number];

/** A notice in eight languages, with a preview; null: a new one. */
export function NoticeEditor({
  notice,
  onClose,
}: {
  readonly notice: Notice | null;
  readonly onClose: () => void;
}) {
  const [language, setLanguage] = useState<Language>('en');
  const [draft, setDraft] = useState(() => draftOf(notice?.texts ?? null));
  const [atMs, setAtMs] = useState(notice?.published_at_ms ?? null);
  const [listing, setListing] = useState<Listing | null>(notice?.listing ?? null);
  const [ready, setReady] = useState(false);
  const readiness = readinessOf(draft);
  const set = (change: Partial<DraftText>) =>
    setDraft({ ...draft, [language]: { ...draft[language], ...change } });
  const publishedAtMs = publishedAt(atMs, notice);
  if (ready) {
    const after = { published_at_ms: publishedAtMs, texts: textsOf(draft), listing: completeOf(listing) };
    const before = notice && {
      published_at_ms: notice.published_at_ms,
      texts: notice.texts,
      listing: notice.listing,
    };
    return (
      <ProposeDialog
        kind="notice"
        change={{ notice_id: notice?.id ?? null, ...after }}
        before={before}
        after={after}
        onClose={() => setReady(false)}
        onProposed={onClose}
      />
    );
  }
  const shown = draft[language];
  return (
    <Dialog title={notice === null ? t('notices.create') : t('notices.editTitle')} onClose={onClose} wide>
      <Form onSend={() => setReady(true)}>
        <LanguageTabs
          label={t('notices.languages')}
          value={language}
          isWritten={one => draft[one].title.trim() !== ''}
          onChange={setLanguage}
        />
        <div className="grid-2">
          <div className="stack" lang={LANGUAGE_NAMES[language].tag}>
            <Field
              label={t('notices.title')}
              value={shown.title}
              maxLength={120}
              onChange={title => set({ title })}
            />
            <Field
              label={t('notices.summary')}
              value={shown.summary}
              maxLength={240}
              onChange={summary => set({ summary })}
            />
            <Area
              label={t('notices.text')}
              help={t('notices.textHelp')}
              rows={8}
              value={shown.text}
              onChange={text => set({ text })}
            />
            <TimeField label={t('notices.at')} help={t('notices.atHelp')} atMs={atMs} onChange={setAtMs} />
            <ListingFields listing={listing} onChange={setListing} />
          </div>
          <Preview draft={draft} language={language} />
        </div>
        <div className="row row-end">
          {readiness === 'ready' ? null : (
            <span className="bad">
              {readiness === 'english_needed'
                ? t('notices.englishNeeded')
                : t('notices.half', { languages: readiness.half.join(', ') })}
            </span>
          )}
          <Button onClick={onClose}>{t('actions.cancel')}</Button>
          {listing !== null && listing.listed_at_ms === null ? (
            <span className="bad">{t('notices.listingHalf')}</span>
          ) : null}
          <Button
            type="submit"
            tone="main"
            disabled={readiness !== 'ready' || (listing !== null && listing.listed_at_ms === null)}
          >
            {t('actions.propose')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function completeOf(listing: Listing | null) {
  if (listing === null || listing.listed_at_ms === null) return null;
  return { ...listing, listed_at_ms: listing.listed_at_ms };
}

/** The field shows minutes only: if unchanged, the time keeps its milliseconds. */
function publishedAt(atMs: number | null, notice: Notice | null): number | null {
  const isSame =
    atMs !== null && notice !== null && toInputTime(atMs) === toInputTime(notice.published_at_ms);
  return isSame ? notice.published_at_ms : atMs;
}

function Preview({ draft, language }: { readonly draft: Draft; readonly language: Language }) {
  const missing = draft[language].title.trim() === '';
  const shown = missing ? draft.en : draft[language];
  return (
    <section
      className="preview"
      aria-label={t('notices.preview')}
      lang={LANGUAGE_NAMES[missing ? 'en' : language].tag}
    >
      <small className="quiet">
        {t('notices.preview')}
        {missing && language !== 'en' ? ` · ${t('notices.missing')}` : ''}
      </small>
      <h3>{shown.title}</h3>
      <p className="quiet">{shown.summary}</p>
      {paragraphsOf(shown.text).map(paragraph => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
