import { describe, expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

/** Every letter is one wide. */
const measure = (text: string) => [...text].length;
const plain = (text: string) => text.replace(/\s/g, '');

describe('lines of a poster', () => {
  it.each([
    ['en', 'I trade on Tallystick, where every balance and every result can be checked.'],
    ['es', '¿Quieres un exchange con cuentas que puedes comprobar? (Regístrate: ABC)'],
    ['vi', 'Sàn giao dịch có sổ sách ai cũng kiểm tra được'],
    ['th', 'ศูนย์ซื้อขายที่ใครก็ตรวจบัญชีได้ สมัครด้วยรหัสเชิญ TALLY123'],
    ['zh-CN', '我在 Tallystick 交易：每一笔余额和结果都能在自己的手机上核对。'],
    ['ja', '残高も結果も、すべて自分のスマートフォンで検証できます。'],
    ['ko', '누구나 장부를 확인할 수 있는 거래소'],
  ])('in %s are never too wide and lose nothing', (locale, text) => {
    for (const width of [6, 11, 18, 200]) {
      const lines = wrapText(text, locale, width, measure);
      for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
      expect(plain(lines.join(''))).toBe(plain(text));
    }
  });

  it('break between words, also where a language writes none of its spaces', () => {
    expect(wrapText('one two three', 'en', 8, measure)).toEqual(['one two', 'three']);
    const thai = wrapText('ศูนย์ซื้อขายที่ใครก็ตรวจบัญชีได้', 'th', 14, measure);
    const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment('ศูนย์ซื้อขายที่ใครก็ตรวจบัญชีได้')];
    const ends = new Set(words.map(({ index, segment }) => index + segment.length));
    let place = 0;
    for (const line of thai) {
      place += line.length;
      expect(ends).toContain(place);
    }
  });

  it('begin with no mark that belongs to the word before', () => {
    const text = '残高も結果も、すべて検証できます。登録時に（招待コード）を入力。';
    for (let width = 4; width < 20; width++) {
      for (const line of wrapText(text, 'ja', width, measure)) expect(line).not.toMatch(/^[、。）]/);
    }
  });

  it('break a word that is too long alone', () => {
    expect(wrapText('abcdefgh', 'en', 3, measure)).toEqual(['abc', 'def', 'gh']);
    expect(wrapText('', 'en', 3, measure)).toEqual([]);
  });
});
