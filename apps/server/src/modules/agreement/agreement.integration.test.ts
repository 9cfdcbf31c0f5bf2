import { createHash } from 'node:crypto';
import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

let seeds = 300;
async function signature(who: TestCustomer): Promise<number> {
  return (await uploadPicture(server, who.token, 'signature', await samplePicture(++seeds, 'png')))
    .picture_id;
}

const info = (who: TestCustomer, lang = 'en') =>
  server.call('GET contract/info', {}, { token: who.token, lang });

async function signing(who: TestCustomer, lang = 'en') {
  const { version, sha256 } = await info(who, lang);
  return { version, sha256, picture_id: await signature(who), agreement: true };
}

describe('the service agreement', () => {
  it.each(LANGUAGES)('is read in %s, also by visitors, with the hash of its words', async lang => {
    const { title, sections, sha256, signed, ...rest } = await server.call('GET contract/info', {}, { lang });
    expect(rest.lang).toBe(lang);
    expect(signed).toBeNull();
    const lines = [title, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])];
    expect(
      createHash('sha256')
        .update(`${lines.join('\n')}\n`)
        .digest('hex'),
    ).toBe(sha256);
  });

  it('is signed: the text, its hash, the time and the drawn signature are kept', async () => {
    const who = await server.customer();
    const input = await signing(who, 'th');
    const signed = await server.call('POST contract/add', input, { token: who.token, lang: 'th' });
    expect(signed).toEqual({
      version: input.version,
      lang: 'th',
      sha256: input.sha256,
      picture_id: input.picture_id,
      signed_at_ms: server.clock.nowMs,
    });
    expect((await info(who)).signed).toEqual(signed);
    const { rows } = await server.database.pool.query<{ body: string }>(
      `select body from agreement_texts where version = $1 and language = 'th'`,
      [input.version],
    );
    expect(
      createHash('sha256')
        .update(rows[0]?.body ?? '')
        .digest('hex'),
    ).toBe(input.sha256);
    const removal = await server.refused(
      'POST picture/remove',
      { picture_id: input.picture_id },
      { token: who.token },
    );
    expect(removal.code).toBe('picture_in_use');
  });

  it('is signed once, also when it is sent twice at once', async () => {
    const who = await server.customer();
    const input = await signing(who);
    const answers = await Promise.all(
      [1, 2].map(() => server.try('POST contract/add', input, { token: who.token })),
    );
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'agreement_signed']);
    const again = await server.refused('POST contract/add', await signing(who), { token: who.token });
    expect(again).toMatchObject({ code: 'agreement_signed', status: 409 });
  });

  it('is not signed unread, in other words, or with a picture that is no signature of one’s own', async () => {
    const who = await server.customer();
    const stranger = await server.customer();
    const input = await signing(who);
    const voucher = await uploadPicture(server, who.token, 'voucher', await samplePicture(400));
    const theirs = await signature(stranger);
    const before = await server.fingerprint();
    const refusedWith = async (change: object, lang = 'en') =>
      (await server.refused('POST contract/add', { ...input, ...change }, { token: who.token, lang })).code;
    expect(await refusedWith({ agreement: false })).toBe('agreement_required');
    expect(await refusedWith({ sha256: '0'.repeat(64) })).toBe('agreement_changed');
    expect(await refusedWith({ version: '2020-01-01' })).toBe('agreement_changed');
    expect(await refusedWith({}, 'jp')).toBe('agreement_changed');
    expect(await refusedWith({ picture_id: voucher.picture_id })).toBe('picture_unknown');
    expect(await refusedWith({ picture_id: theirs })).toBe('picture_unknown');
    expect(await server.fingerprint()).toBe(before);
    expect((await info(who)).signed).toBeNull();
  });
});
