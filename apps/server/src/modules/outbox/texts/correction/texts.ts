import type { Language } from '@tallystick/protocol';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { correctionTexts, type CorrectionTexts } from './text.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';

export const CORRECTION_TEXTS: Readonly<Record<Language, CorrectionTexts>> = {
  zh: correctionTexts(zh),
  en: correctionTexts(en),
  hk: correctionTexts(hk),
  jp: correctionTexts(jp),
  kr: correctionTexts(kr),
  esp: correctionTexts(esp),
  th: correctionTexts(th),
  yn: correctionTexts(yn),
};
