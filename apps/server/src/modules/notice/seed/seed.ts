import { LANGUAGES, type Language } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../../database/transaction.ts';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import { SEEDED_NOTICES, type NoticeText, type NoticeTexts, type SeededNotice } from './notice-text.ts';
import { isOutdated } from './outdated.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';

export const NOTICE_TEXTS: Readonly<Record<Language, NoticeTexts>> = { zh, en, hk, jp, kr, esp, th, yn };

/**
 * Publishes the first notices, once. Later starts keep what operators have changed, and update texts that an earlier
 * version seeded and nobody has changed.
 */
export async function seedNotices(pool: pg.Pool, demo: boolean, atMs: number): Promise<void> {
  for (const [index, slug] of SEEDED_NOTICES.entries()) {
    if (slug === 'demo-funds' && !demo) continue;
    await inTransaction(pool, async client => {
      const { rows } = await client.query<{ id: string }>(
        `insert into notices (slug, kind, published_at_ms, topic) values ($1, 'announcement', $2, 'news')
         on conflict (slug) do nothing returning id`,
        // A millisecond apart, so that they keep this order.
        [slug, atMs - SEEDED_NOTICES.length + 1 + index],
      );
      const id = rows[0]?.id;
      if (id === undefined) return renew(client, slug);
      for (const language of LANGUAGES) {
        const { title, summary, paragraphs } = NOTICE_TEXTS[language][slug];
        await client.query(
          `insert into notice_texts (notice_id, language, title, summary, paragraphs) values ($1, $2, $3, $4, $5)`,
          [id, language, title, summary, paragraphs],
        );
      }
    });
  }
}

async function renew(client: Pick<pg.ClientBase, 'query'>, slug: SeededNotice): Promise<void> {
  const { rows } = await client.query<NoticeText & { id: string; language: Language }>(
    `select n.id, t.language, t.title, t.summary, t.paragraphs
       from notices n join notice_texts t on t.notice_id = n.id where n.slug = $1 for update of n`,
    [slug],
  );
  for (const { id, language, ...text } of rows) {
    if (!isOutdated(slug, language, text)) continue;
    const { title, summary, paragraphs } = NOTICE_TEXTS[language][slug];
    await client.query(
      `update notice_texts set title = $3, summary = $4, paragraphs = $5 where notice_id = $1 and language = $2`,
      [id, language, title, summary, paragraphs],
    );
  }
}
