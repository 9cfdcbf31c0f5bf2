import type { WireChatPicture } from '@tallystick/protocol';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import * as bounds from './bounds.ts';
import { Chatter, freshVisitor, uploadAtDesk } from './testing/chatting.ts';

let server: TestServer;
let ann: TestDesk;
let bob: TestDesk;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  ann = await TestDesk.open(server, 'support', 'ann');
  bob = await TestDesk.open(server, 'compliance', 'bob');
  customer = await server.customer();
});
afterAll(() => server.close());

const visiting = (): Chatter => new Chatter(server, { visitor: freshVisitor() });

describe('pictures', () => {
  it('come with a message, to its owner and the desk alone, and look at is on record', async () => {
    const owner = visiting();
    const picture = (await owner.upload(await samplePicture(31))).body.data as unknown as WireChatPicture;
    const sent = await server.call('POST chat/send', {
      ...owner.auth,
      client_id: freshKey(),
      picture_id: picture.picture_id,
    });
    expect(sent.message.picture).toEqual({ picture_id: picture.picture_id, width: 96, height: 64 });
    const fetched = await server.app.inject({
      method: 'POST',
      url: '/api/chat/picture',
      payload: { ...owner.auth, picture_id: picture.picture_id },
    });
    expect(fetched.headers['content-type']).toBe('image/jpeg');
    const seen = { case_id: sent.case.case_id, picture_id: picture.picture_id };
    const looked = await ann.call('GET desk/chat_picture', seen);
    expect(Buffer.from(looked.base64, 'base64')).toEqual(fetched.rawPayload);
    const { rows } = await server.database.pool.query(
      `select 1 from desk_audit where action = 'chat.picture'`,
    );
    expect(rows).toHaveLength(1);
    expect(
      await server.refused('POST chat/picture', { ...visiting().auth, picture_id: picture.picture_id }),
    ).toMatchObject({ code: 'picture_unknown' });
    const again = { ...owner.auth, client_id: freshKey(), picture_id: picture.picture_id };
    expect(await server.refused('POST chat/send', again)).toMatchObject({ code: 'picture_unknown' });
  });

  it('come with an operator’s answer, encoded anew, to that conversation’s owner alone', async () => {
    const owner = visiting();
    const { case: one } = await owner.send('Where do I press?');
    const kept = (await uploadAtDesk(server, ann.token, await samplePicture(35))).body
      .data as unknown as WireChatPicture;
    const wish = { case_id: one.case_id, client_id: freshKey(), picture_id: kept.picture_id };
    // Another operator cannot use it, and the customer cannot read it before it is sent.
    expect(await bob.refused('POST desk/chat_send', wish)).toBe('picture_unknown');
    const fetch = (who: Chatter) =>
      server.app.inject({
        method: 'POST',
        url: '/api/chat/picture',
        payload: { ...who.auth, picture_id: kept.picture_id },
      });
    expect((await fetch(owner)).statusCode).toBe(404);
    const sent = await ann.call('POST desk/chat_send', wish);
    expect(sent.message).toMatchObject({ text: '', picture: kept });
    expect((await ann.call('POST desk/chat_send', wish)).message).toEqual(sent.message);
    const { messages } = await owner.state();
    expect(messages.at(-1)).toMatchObject({ side: 'operator', picture: kept });
    const seen = await fetch(owner);
    expect(seen.headers['content-type']).toBe('image/jpeg');
    expect(seen.rawPayload.equals(await samplePicture(35))).toBe(false);
    const stranger = visiting();
    await stranger.send('Somebody else');
    expect((await fetch(stranger)).statusCode).toBe(404);
    expect(await ann.refused('POST desk/chat_send', { ...wish, client_id: freshKey() })).toBe(
      'picture_unknown',
    );
  });

  it('of operators are refused as those of customers, and need a session', async () => {
    const jpeg = await samplePicture(36);
    const codeOf = async (token: string | null, file: Buffer) =>
      (await uploadAtDesk(server, token, file)).body.code;
    expect(await codeOf(null, jpeg)).toBe('session_invalid');
    expect(await ann.refused('POST desk/chat_upload', {})).toBe('file_missing');
    expect(await codeOf(ann.token, Buffer.from('<svg/>'))).toBe('file_not_a_picture');
    expect(await codeOf(ann.token, Buffer.concat([jpeg, Buffer.from('<?php')]))).toBe(
      'picture_has_extra_data',
    );
  });

  it('that no message has are gone after a day', async () => {
    const owner = visiting();
    const picture = (await owner.upload(await samplePicture(32))).body.data as unknown as WireChatPicture;
    await TestDesk.wait(server, bounds.PICTURE_KEPT_MS + 1);
    await server.services.chat.forgetOld();
    const late = { ...owner.auth, client_id: freshKey(), picture_id: picture.picture_id };
    expect(await server.refused('POST chat/send', late)).toMatchObject({ code: 'picture_unknown' });
  });

  it('of visitors are bounded for their network: a new secret for each brings no more', async () => {
    const jpeg = await samplePicture(34);
    const from = async (address: string) =>
      (await new Chatter(server, { visitor: freshVisitor() }, address).upload(jpeg)).body.code;
    const codes = [];
    for (let i = 0; i <= bounds.VISITOR_PICTURES_OF_NETWORK.burst; i++)
      codes.push(await from('203.0.113.31'));
    expect(codes.slice(-2)).toEqual([1, 'picture_too_many']);
    expect(await from('203.0.113.32')).toBe(1);
    await TestDesk.wait(server, bounds.VISITOR_PICTURES_OF_NETWORK.everyMs);
    expect(await from('203.0.113.31')).toBe(1);
    await server.database.pool.query('delete from chat_pictures where case_id is null');
  });

  it('are refused when they are none, hide something, or are too many', async () => {
    const owner = visiting();
    const jpeg = await samplePicture(33);
    const script = Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script>')]);
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="99" height="99"/>',
    );
    const frames = await Promise.all([1, 2].map(seed => samplePicture(seed, 'png')));
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const codes = [];
    for (const file of [script, svg, moving, Buffer.alloc(0)])
      codes.push((await owner.upload(file)).body.code);
    expect(codes).toEqual([
      'picture_has_extra_data',
      'file_not_a_picture',
      'picture_animated',
      'file_missing',
    ]);
    const { rows } = await server.database.pool.query('select 1 from chat_pictures where case_id is null');
    expect(rows).toHaveLength(0);
    expect((await new Chatter(server, {}).upload(jpeg)).body.code).toBe('not_found');
    expect((await server.refused('POST chat/upload', owner.auth)).code).toBe('file_missing');
    await server.database.pool.query(
      `insert into chat_pictures (customer_id, content_type, width, height, size_bytes, sealed, created_at_ms)
       select $1, 'image/jpeg', 1, 1, 1, '', $2 from generate_series(1, $3)`,
      [customer.id, server.clock.nowMs, bounds.PICTURES_PER_DAY],
    );
    const full = await new Chatter(server, { token: customer.token }).upload(jpeg);
    expect(full.body.code).toBe('picture_too_many');
  });
});
