import type { Language } from '@tallystick/protocol';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';
import type { AlertTexts } from './text.ts';

export const ALERT_TEXTS: Readonly<Record<Language, AlertTexts>> = { zh, en, hk, jp, kr, esp, th, yn };
