import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, LANGUAGES, type Language } from '@tallystick/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../http/messages/messages.ts';
import { HELP_ARTICLES, type HelpSlug } from './articles.ts';
import { ERROR_ARTICLES, type CustomerErrorCode } from './error-articles.ts';
import { HelpLibrary } from './library.ts';
import { tokensOf } from './tokens.ts';

/** No article has been edited. */
const unedited = { query: () => Promise.resolve({ rows: [] }) };
const library = new HelpLibrary(unedited as never);
const find = async (language: Language, query: string) => library.search(language, query);
const first = async (language: Language, query: string) => (await find(language, query))[0];

/** As people type: a part of a word or sentence, without accents, in capitals. */
const QUERIES: Readonly<Record<Language, readonly (readonly [query: string, slug: HelpSlug])[]>> = {
  en: [
    ['liquidations', 'liquidation'],
    ['fund password', 'fund-password'],
    ['FUNDING rate', 'funding'],
  ],
  zh: [
    ['强平', 'liquidation'],
    ['资金密码', 'fund-password'],
    ['提现地址', 'withdrawal-addresses'],
  ],
  hk: [
    ['強平', 'liquidation'],
    ['資金密碼', 'fund-password'],
  ],
  jp: [
    ['清算', 'liquidation'],
    ['資金パスワード', 'fund-password'],
  ],
  kr: [
    ['청산', 'liquidation'],
    ['자금 비밀번호', 'fund-password'],
  ],
  esp: [
    ['liquidacion', 'liquidation'],
    ['CONTRASEÑA de fondos', 'fund-password'],
  ],
  th: [
    ['บังคับปิด', 'liquidation'],
    ['รหัสผ่านการเงิน', 'fund-password'],
  ],
  yn: [
    ['thanh ly', 'liquidation'],
    ['mat khau rut tien', 'fund-password'],
  ],
};

describe.each(LANGUAGES)('search in %s', language => {
  it('finds by words as they are typed', async () => {
    const found = await Promise.all(
      QUERIES[language].map(async ([query]) => [query, (await first(language, query))?.id]),
    );
    expect(found).toEqual(QUERIES[language]);
  });

  it('finds every article by its title', async () => {
    const texts = await library.texts(language);
    for (const { slug } of HELP_ARTICLES) {
      const hits = await find(language, texts.get(slug)?.title ?? '');
      expect(hits.slice(0, 3).map(({ id }) => id)).toContain(slug);
    }
  });

  it('leads from each error code, and from its message with its figures, to its article', async () => {
    const said = (code: CustomerErrorCode) => messageOf(code, language);
    const codes = Object.keys(ERROR_ARTICLES) as CustomerErrorCode[];
    for (const code of codes) {
      expect(await first(language, ` ${code.toUpperCase()} `)).toEqual({ id: ERROR_ARTICLES[code], code });
      expect(await first(language, `error: ${code}, again`)).toEqual(
        code.includes('_') ? { id: ERROR_ARTICLES[code], code } : expect.anything(),
      );
    }
    expect((await first(language, `${said('amount_on_hold')} 12345`))?.id).toBe(
      ERROR_ARTICLES.amount_on_hold,
    );
    expect(ERROR_CODES.length).toBeGreaterThan(codes.length);
  });

  it('answers nothing to what is nowhere, and to nothing', async () => {
    for (const query of ['', '   ', '???', 'qqqqzzzz', '<script>'])
      expect(await find(language, query)).toEqual([]);
  });
});

it('words in scripts without spaces are found from any of their characters on', () => {
  expect(tokensOf('Ｕsdt提现 Retiró đi')).toEqual(['usdt', '提现', 'retiro', 'di']);
  expect(tokensOf('รหัสผ่าน')).toContain('ผ่');
  expect(tokensOf('order_not_open')).toEqual(['order_not_open', 'order', 'not', 'open']);
});

it('English stands in where a language has nothing', async () => {
  expect((await first('jp', 'liquidation'))?.id).toBe('liquidation');
});

describe('its cost', () => {
  beforeAll(async () => {
    await find('zh', '提现');
  });

  it('stays small for the longest query: bounded tokens, no list beyond twenty', async () => {
    const text = readFileSync(join(import.meta.dirname, 'articles/withdraw/zh.md'), 'utf8').slice(20, 220);
    expect((await find('zh', text)).length).toBeLessThanOrEqual(20);
    expect((await find('zh', text))[0]?.id).toBe('withdraw');
  });
});
