import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@tallystick/core/durations';
import { verifyTicks } from '@tallystick/verify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START_MS, TestPriceLog } from './testing/test-price-log.ts';

let fixture: TestPriceLog;
beforeEach(async () => {
  fixture = await TestPriceLog.create();
});
afterEach(() => fixture.close());

describe('the archive', () => {
  const later = START_MS + 3 * DAY_MS;

  it('takes whole files of old signed ticks, which can still be read', async () => {
    const log = await fixture.open({ now: () => later });
    await fixture.writer.write(700);
    await log.turn();
    const before = await log.reader.ticks(1, 1000);
    await log.forgetOld();
    const { rows } = await fixture.database.pool.query<{ n: string }>(
      'select min(number) as n from price_ticks',
    );
    expect(Number(rows[0]?.n)).toBe(513);
    expect((await log.reader.keys()).first_hot_tick).toBe(513);
    const pages = [await log.reader.ticks(1, 1000)];
    while (pages.at(-1)!.next_from !== null)
      pages.push(await log.reader.ticks(pages.at(-1)!.next_from!, 1000));
    expect(pages.flatMap(page => page.ticks)).toEqual(before.ticks);
    expect(pages.map(page => page.ticks.length)).toEqual([256, 256, 188]);
    for (const page of pages) {
      const number = page.ticks[0]!.number - 1;
      expect(verifyTicks(page.ticks, { number, hash: page.previous_hash })).toMatchObject({ ok: true });
    }
    expect((await log.reader.ticks(300, 2)).previous_hash).toBe(before.ticks[298]?.hash);
    // Signing and proofs continue.
    await fixture.writer.write(10, { atMs: START_MS + DAY_MS });
    await log.turn();
    expect((await log.reader.checkpoint()).size).toBe(710);
    expect((await log.reader.inclusion(5, 710)).tick_hash).toBe(before.ticks[4]?.hash);
    const again = await fixture.open({ now: () => later });
    await again.turn();
    expect(again.publisher.fault).toBe(null);
  });

  it('leaves new and unsigned ticks in the database, and all while the log is stopped', async () => {
    const young = await fixture.open({ now: () => START_MS + DAY_MS });
    await fixture.writer.write(300);
    await young.forgetOld();
    await young.turn();
    await young.forgetOld();
    expect((await young.reader.archives(1e9, 10)).items).toEqual([]);
    const old = await fixture.open({ now: () => later });
    await fixture.writer.write(300);
    await old.forgetOld();
    expect((await old.reader.archives(1e9, 10)).items.map(file => [file.first, file.last])).toEqual([
      [1, 256],
    ]);
    await old.turn();
    await fixture.database.pool.query('update price_ticks set price_e8 = 1 where number = 300');
    await expect(old.forgetOld()).rejects.toThrow(/tick 300/);
    await old.turn();
    await old.turn();
    expect(old.publisher.fault).toEqual({ kind: 'entry_changed', number: 300 });
    await old.forgetOld();
    expect((await old.reader.archives(1e9, 10)).items).toHaveLength(1);
  });

  it('serves files with the published hash, and none that was changed', async () => {
    const log = await fixture.open({ now: () => later });
    await fixture.writer.write(256);
    await log.turn();
    await log.forgetOld();
    const [file] = (await log.reader.archives(1e9, 10)).items;
    const folder = path.join(fixture.dataDir, 'price-log');
    expect(await readdir(folder)).toEqual(['000000000001.ndjson.gz']);
    const bytes = await log.reader.archiveFile(1);
    expect(bytes).toHaveLength(file!.bytes);
    await expect(log.reader.archiveFile(2)).rejects.toMatchObject({ code: 'not_found' });
    const spoiled = await readFile(path.join(folder, '000000000001.ndjson.gz'));
    spoiled[100] = (spoiled[100] ?? 0) ^ 1;
    await writeFile(path.join(folder, '000000000001.ndjson.gz'), spoiled);
    await expect(log.reader.archiveFile(1)).rejects.toMatchObject({ code: 'archive_unreadable' });
    await expect(log.reader.ticks(7, 1)).rejects.toMatchObject({ code: 'archive_unreadable' });
  });

  it('finds ticks by time, in files and in the database', async () => {
    const log = await fixture.open({ now: () => later });
    await fixture.writer.write(600);
    await log.turn();
    await log.forgetOld();
    const at = (number: number) => START_MS + number * 250;
    for (const number of [1, 2, 256, 257, 512, 513, 600]) {
      expect(await log.reader.numberAt(at(number))).toBe(number);
      expect(await log.reader.numberAt(at(number) - 249)).toBe(number);
    }
    expect(await log.reader.numberAt(0)).toBe(1);
    expect(await log.reader.numberAt(at(601))).toBe(null);
  });
});

describe('evidence', () => {
  it('holds every tick from after the head to the first after the end, across archives', async () => {
    const log = await fixture.open({ now: () => START_MS + 3 * DAY_MS });
    await fixture.writer.write(200);
    await log.turn();
    await fixture.writer.write(400);
    await log.turn();
    await log.forgetOld();
    const untilMs = START_MS + 560 * 250;
    const evidence = await log.reader.evidence(250, untilMs);
    expect(evidence.range.ticks.map(tick => tick.number)).toEqual(
      Array.from({ length: 311 }, (_, i) => 251 + i),
    );
    expect(evidence.checkpoint.size).toBe(600);
    expect(evidence.earlier?.checkpoint.size).toBe(200);
    expect((await log.reader.evidence(0, START_MS)).earlier).toBe(null);
    await expect(log.reader.evidence(250, START_MS + 600 * 250)).rejects.toMatchObject({
      code: 'not_yet_signed',
    });
    await fixture.writer.write(5);
    await expect(log.reader.evidence(250, START_MS + 601 * 250)).rejects.toMatchObject({
      code: 'not_yet_signed',
    });
    await log.turn();
    expect((await log.reader.evidence(250, START_MS + 601 * 250)).checkpoint.size).toBe(605);
  });
});
