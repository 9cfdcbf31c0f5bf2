/** The eight languages, by the codes the wire and storage use. */
export const LANGUAGES = ['zh', 'en', 'hk', 'jp', 'kr', 'esp', 'th', 'yn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's own name, and its BCP 47 tag for `Intl`, `<html lang>` and mails. */
export const LANGUAGE_NAMES: Readonly<Record<Language, { readonly name: string; readonly tag: string }>> = {
  zh: { name: '简体中文', tag: 'zh-Hans' },
  en: { name: 'English', tag: 'en' },
  hk: { name: '繁體中文', tag: 'zh-Hant-HK' },
  jp: { name: '日本語', tag: 'ja' },
  kr: { name: '한국어', tag: 'ko' },
  esp: { name: 'Español', tag: 'es' },
  th: { name: 'ไทย', tag: 'th' },
  yn: { name: 'Tiếng Việt', tag: 'vi' },
};
