import type { Language } from '@tallystick/protocol';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import type { NotificationTexts } from './text.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';

export const TELL_TEXTS: Readonly<Record<Language, NotificationTexts>> = {
  zh,
  en,
  hk,
  jp,
  kr,
  esp,
  th,
  yn,
};
