import { LANGUAGES, LANGUAGE_NAMES, type Language } from '@tallystick/protocol';

const codes: ReadonlySet<string> = new Set(LANGUAGES);

export function isLanguage(code: unknown): code is Language {
  return typeof code === 'string' && codes.has(code);
}

/**
 * The language of a reply: named by the request, else chosen in the session, else accepted by the browser, else the
 * operator's default. Unknown codes are skipped, never an error.
 */
export function chooseLanguage(
  header: unknown,
  chosen: Language | null,
  accepted: string | undefined,
  fallback: Language,
): Language {
  if (isLanguage(header)) return header;
  if (chosen !== null) return chosen;
  return (accepted === undefined ? null : acceptedLanguage(accepted)) ?? fallback;
}

/** Our best match for an `Accept-Language` header, in its order of preference; null if none. */
export function acceptedLanguage(header: string): Language | null {
  const wishes = header
    .slice(0, 200)
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters
        .map(parameter => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1])
        .find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(wish => wish.quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    const language = languageOfTag(tag);
    if (language !== null) return language;
  }
  return null;
}

function languageOfTag(tag: string): Language | null {
  if (/^zh-(hant|hk|tw|mo)\b/.test(tag)) return 'hk';
  const primary = tag.split('-')[0];
  return LANGUAGES.find(code => LANGUAGE_NAMES[code].tag.split('-')[0] === primary) ?? null;
}
