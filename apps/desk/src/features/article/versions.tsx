import type { DeskOutput } from '@tallystick/protocol/desk';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tallystick/protocol/languages';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/page.tsx';
import type { ArticleText } from './draft.ts';

type Version = DeskOutput<'GET desk/article'>['versions'][number];

/** Earlier versions of an article: by whom and since when. */
export function Versions({
  versions,
  onTake,
}: {
  readonly versions: readonly Version[];
  readonly onTake?: (language: Language, text: ArticleText) => void;
}) {
  return (
    <Card title={t('articles.versions')}>
      {versions.length === 0 ? <p className="quiet">{t('articles.noVersions')}</p> : null}
      <div className="stack">
        {versions.map(version => (
          <One key={`${version.language}:${version.version}`} version={version} onTake={onTake} />
        ))}
      </div>
    </Card>
  );
}

function One({
  version: { language, version, text, made_by: madeBy, confirmed_by: confirmedBy, at_ms: atMs },
  onTake,
}: {
  readonly version: Version;
  readonly onTake: ((language: Language, text: ArticleText) => void) | undefined;
}) {
  const known = LANGUAGES.find(one => one === language);
  const heading = t('articles.version', {
    language: known === undefined ? language : LANGUAGE_NAMES[known].name,
    version,
    who: madeBy,
    other: confirmedBy,
    when: dateTime(atMs),
  });
  return (
    <details>
      <summary>{heading}</summary>
      {text === null ? (
        <p className="quiet">{t('articles.backToShipped')}</p>
      ) : (
        <div className="preview" {...(known === undefined ? {} : { lang: LANGUAGE_NAMES[known].tag })}>
          <h3>{text.title}</h3>
          <p className="quiet">{text.summary}</p>
          <p className="letter">{text.body}</p>
        </div>
      )}
      {text === null || known === undefined || onTake === undefined ? null : (
        <Button small onClick={() => onTake(known, text)}>
          {t('articles.take')}
        </Button>
      )}
    </details>
  );
}
