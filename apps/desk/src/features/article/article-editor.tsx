import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tallystick/protocol/languages';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { Button } from '#ui/button.tsx';
import { Area, Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Badge, Card } from '#ui/page.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { changedLanguages, changeOf, incompleteLanguages, type ArticleText, type Draft } from './draft.ts';
import { Versions } from './versions.tsx';

type Article = DeskOutput<'GET desk/article'>;

/** An article in its eight languages side by side, with its earlier versions. */
export function ArticleEditor({
  article,
  editable,
}: {
  readonly article: Article;
  readonly editable: boolean;
}) {
  const [draft, setDraft] = useState<Draft>(article.texts);
  const [ready, setReady] = useState(false);
  const changed = changedLanguages(draft, article.texts);
  const incomplete = incompleteLanguages(draft, article.texts);
  const set = (language: Language, text: ArticleText) => setDraft({ ...draft, [language]: text });
  return (
    <>
      <Card>
        <Form onSend={() => setReady(true)}>
          {/* Focusable, so that the keyboard can scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <section className="side-by-side" aria-label={t('articles.languages')} tabIndex={0}>
            {LANGUAGES.map(language => (
              <Column
                key={language}
                language={language}
                text={draft[language]}
                article={article}
                editable={editable}
                isChanged={changed.includes(language)}
                onChange={text => set(language, text)}
              />
            ))}
          </section>
          {editable ? (
            <div className="row row-end">
              {changed.length === 0 ? <span className="quiet">{t('propose.nothing')}</span> : null}
              {incomplete.length === 0 ? null : (
                <span className="bad">{t('articles.incomplete', { languages: incomplete.join(', ') })}</span>
              )}
              <Button type="submit" tone="main" disabled={changed.length === 0 || incomplete.length > 0}>
                {t('actions.propose')}
              </Button>
            </div>
          ) : null}
        </Form>
      </Card>
      <Versions
        versions={article.versions}
        {...(editable ? { onTake: (language: Language, text: ArticleText) => set(language, text) } : {})}
      />
      {ready ? (
        <ProposeDialog
          kind="article"
          {...changeOf(article, draft)}
          onClose={() => setReady(false)}
          onProposed={() => setDraft(article.texts)}
        />
      ) : null}
    </>
  );
}

function Column({
  language,
  text,
  article,
  editable,
  isChanged,
  onChange,
}: {
  readonly language: Language;
  readonly text: ArticleText;
  readonly article: Article;
  readonly editable: boolean;
  readonly isChanged: boolean;
  readonly onChange: (text: ArticleText) => void;
}) {
  const { name, tag } = LANGUAGE_NAMES[language];
  const label = (part: 'title' | 'summary' | 'body') => `${name}: ${t(`articles.${part}`)}`;
  return (
    <section className="stack" aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        {isChanged ? <Badge tone="warn">{t('articles.changed')}</Badge> : null}
      </div>
      <div className="stack" lang={tag}>
        <Field
          label={label('title')}
          value={text.title}
          maxLength={120}
          readOnly={!editable}
          onChange={title => onChange({ ...text, title })}
        />
        <Area
          label={label('summary')}
          rows={3}
          value={text.summary}
          maxLength={400}
          readOnly={!editable}
          onChange={summary => onChange({ ...text, summary })}
        />
        <Area
          label={label('body')}
          rows={22}
          value={text.body}
          maxLength={20_000}
          readOnly={!editable}
          onChange={body => onChange({ ...text, body })}
        />
      </div>
      {editable ? (
        <div className="row">
          <Button small disabled={!isChanged} onClick={() => onChange(article.texts[language])}>
            {t('articles.reset')}
          </Button>
          <Button small onClick={() => onChange(article.shipped[language])}>
            {t('articles.toShipped')}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
