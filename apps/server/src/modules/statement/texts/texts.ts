import type { Language } from '@tallystick/protocol';
import { en } from './en.ts';
import { zh } from './zh.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { esp } from './esp.ts';
import { th } from './th.ts';
import type { StatementTexts } from './text.ts';
import { yn } from './yn.ts';

export const STATEMENT_TEXTS: Readonly<Record<Language, StatementTexts>> = {
  en,
  zh,
  hk,
  jp,
  kr,
  esp,
  th,
  yn,
};
