import type { Language } from '@tallystick/protocol';
import { fill } from './text.ts';

const LINES: Readonly<Record<Language, string>> = {
  zh: '您的防钓鱼短语：{phrase}',
  en: 'Your anti-phishing phrase: {phrase}',
  hk: '您的防釣魚短語：{phrase}',
  jp: 'フィッシング対策フレーズ：{phrase}',
  kr: '피싱 방지 문구: {phrase}',
  esp: 'Tu frase antiphishing: {phrase}',
  th: 'วลีป้องกันฟิชชิงของคุณ: {phrase}',
  yn: 'Cụm từ chống lừa đảo của bạn: {phrase}',
};

/** The line that tells the owner of a mailbox that a mail is ours. */
export function phraseLine(language: Language, phrase: string): string {
  return fill(LINES[language], { phrase }, language);
}
