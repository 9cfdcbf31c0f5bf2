import { createHash } from 'node:crypto';
import type { Language } from '@tallystick/protocol';
import type { NoticeText, SeededNotice } from './notice-text.ts';

/** SHA-256 of seeded texts that are no longer true. When you change a seeded text, add the old one's hash. */
const OUTDATED: Readonly<Partial<Record<SeededNotice, Readonly<Record<Language, string>>>>> = {
  welcome: {
    zh: 'bca40afbd0896abd1d9c1985a45465527e5487c33523dfa9337636801153a3cb',
    en: '66f70875d5d0f07bb43161cb78785e559e1ed147aaa8e093dcde0f34f2e4e78c',
    hk: 'b847a48bbeceb43d80dbff5f84c5c218fe14c970c18d3b4da565d691919b16d7',
    jp: 'ef4cc0d4703dfc1f59a6d65834bfe74340a9f43e0f9b17eb8875debeaccc8807',
    kr: 'a49d7f44a8687458df1dc9a7c68ebf2c413b17c0617d6dcc79bc10ca56fa9d58',
    esp: '6561612b6b214103ba5b611b3437cceaf80d44c467731457d3cac60b4596a7df',
    th: '7b6b8b1a5b1671870db511a8f4b864189dba13f461ee246c10ab1846dd8e3b8c',
    yn: '3b712e671531f1cafc44917d10ca77f14e3b6c3e961b6a52dd96f8e6f581a65d',
  },
};

/** Whether a text is exactly an outdated seeded one, so that nobody at the desk has changed it. */
export function isOutdated(slug: SeededNotice, language: Language, text: NoticeText): boolean {
  const words = JSON.stringify([text.title, text.summary, text.paragraphs]);
  return createHash('sha256').update(words, 'utf8').digest('hex') === OUTDATED[slug]?.[language];
}
