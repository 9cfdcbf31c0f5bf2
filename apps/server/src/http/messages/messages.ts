import type { ErrorCode, Language } from '@tallystick/protocol';
import type { FailureData } from '../call-failure.ts';
import { fillIn, type Catalogue } from './catalogue.ts';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';

export const CATALOGUES: Readonly<Record<Language, Catalogue>> = { zh, en, hk, jp, kr, esp, th, yn };

/** A failure's message in the customer's language, with the figures that are known. */
export function messageOf(code: ErrorCode, language: Language, data: FailureData = {}): string {
  return fillIn(language, CATALOGUES[language][code], data);
}
