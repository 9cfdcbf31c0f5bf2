import type { Language } from '@tallystick/protocol';
import { ALERT_TEXTS } from './alert/texts.ts';
import { CORRECTION_TEXTS } from './correction/texts.ts';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { HELP_TEXTS } from './help/texts.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { LAUNCH_TEXTS } from './launch/texts.ts';
import type { MessageText } from './message-text.ts';
import { MONEY_TEXTS } from './money/texts.ts';
import { OPTION_TEXTS } from './option/texts.ts';
import { PERPETUAL_TEXTS } from './perpetual/texts.ts';
import { REFERRAL_TEXTS } from './referral/texts.ts';
import { SECURITY_TEXTS } from './security/texts.ts';
import type { MessageKind } from './text.ts';
import { TRUST_TEXTS } from './trust/texts.ts';
import { TELL_TEXTS } from './notification/texts.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';

type AllTexts = Readonly<Record<MessageKind, MessageText>>;

export const MESSAGE_TEXTS: Readonly<Record<Language, AllTexts>> = {
  zh: {
    ...zh,
    ...SECURITY_TEXTS.zh,
    ...MONEY_TEXTS.zh,
    ...PERPETUAL_TEXTS.zh,
    ...OPTION_TEXTS.zh,
    ...TRUST_TEXTS.zh,
    ...LAUNCH_TEXTS.zh,
    ...CORRECTION_TEXTS.zh,
    ...HELP_TEXTS.zh,
    ...REFERRAL_TEXTS.zh,
    ...ALERT_TEXTS.zh,
    ...TELL_TEXTS.zh,
  },
  en: {
    ...en,
    ...SECURITY_TEXTS.en,
    ...MONEY_TEXTS.en,
    ...PERPETUAL_TEXTS.en,
    ...OPTION_TEXTS.en,
    ...TRUST_TEXTS.en,
    ...LAUNCH_TEXTS.en,
    ...CORRECTION_TEXTS.en,
    ...HELP_TEXTS.en,
    ...REFERRAL_TEXTS.en,
    ...ALERT_TEXTS.en,
    ...TELL_TEXTS.en,
  },
  hk: {
    ...hk,
    ...SECURITY_TEXTS.hk,
    ...MONEY_TEXTS.hk,
    ...PERPETUAL_TEXTS.hk,
    ...OPTION_TEXTS.hk,
    ...TRUST_TEXTS.hk,
    ...LAUNCH_TEXTS.hk,
    ...CORRECTION_TEXTS.hk,
    ...HELP_TEXTS.hk,
    ...REFERRAL_TEXTS.hk,
    ...ALERT_TEXTS.hk,
    ...TELL_TEXTS.hk,
  },
  jp: {
    ...jp,
    ...SECURITY_TEXTS.jp,
    ...MONEY_TEXTS.jp,
    ...PERPETUAL_TEXTS.jp,
    ...OPTION_TEXTS.jp,
    ...TRUST_TEXTS.jp,
    ...LAUNCH_TEXTS.jp,
    ...CORRECTION_TEXTS.jp,
    ...HELP_TEXTS.jp,
    ...REFERRAL_TEXTS.jp,
    ...ALERT_TEXTS.jp,
    ...TELL_TEXTS.jp,
  },
  kr: {
    ...kr,
    ...SECURITY_TEXTS.kr,
    ...MONEY_TEXTS.kr,
    ...PERPETUAL_TEXTS.kr,
    ...OPTION_TEXTS.kr,
    ...TRUST_TEXTS.kr,
    ...LAUNCH_TEXTS.kr,
    ...CORRECTION_TEXTS.kr,
    ...HELP_TEXTS.kr,
    ...REFERRAL_TEXTS.kr,
    ...ALERT_TEXTS.kr,
    ...TELL_TEXTS.kr,
  },
  esp: {
    ...esp,
    ...SECURITY_TEXTS.esp,
    ...MONEY_TEXTS.esp,
    ...PERPETUAL_TEXTS.esp,
    ...OPTION_TEXTS.esp,
    ...TRUST_TEXTS.esp,
    ...LAUNCH_TEXTS.esp,
    ...CORRECTION_TEXTS.esp,
    ...HELP_TEXTS.esp,
    ...REFERRAL_TEXTS.esp,
    ...ALERT_TEXTS.esp,
    ...TELL_TEXTS.esp,
  },
  th: {
    ...th,
    ...SECURITY_TEXTS.th,
    ...MONEY_TEXTS.th,
    ...PERPETUAL_TEXTS.th,
    ...OPTION_TEXTS.th,
    ...TRUST_TEXTS.th,
    ...LAUNCH_TEXTS.th,
    ...CORRECTION_TEXTS.th,
    ...HELP_TEXTS.th,
    ...REFERRAL_TEXTS.th,
    ...ALERT_TEXTS.th,
    ...TELL_TEXTS.th,
  },
  yn: {
    ...yn,
    ...SECURITY_TEXTS.yn,
    ...MONEY_TEXTS.yn,
    ...PERPETUAL_TEXTS.yn,
    ...OPTION_TEXTS.yn,
    ...TRUST_TEXTS.yn,
    ...LAUNCH_TEXTS.yn,
    ...CORRECTION_TEXTS.yn,
    ...HELP_TEXTS.yn,
    ...REFERRAL_TEXTS.yn,
    ...ALERT_TEXTS.yn,
    ...TELL_TEXTS.yn,
  },
};
