import { TICKET_PICTURES as PICTURES, TICKET_TEXT_LENGTH as LENGTH } from '@tallystick/protocol/calls/ticket';
import { expect, it } from 'vitest';
import { TICKET_PICTURES, TICKET_TEXT_LENGTH } from './limits.ts';
import { emptyDraft, pictureList, reduceDraft } from './message.ts';

it('has the bounds of the protocol', () => {
  expect([TICKET_PICTURES, TICKET_TEXT_LENGTH]).toEqual([PICTURES, LENGTH]);
});

it('takes as many pictures as may be sent; what was removed is not sent', () => {
  let draft = emptyDraft;
  for (let times = 0; times < 6; times++) draft = reduceDraft(draft, { type: 'morePictures' });
  expect(draft.pictures).toHaveLength(TICKET_PICTURES);
  draft = reduceDraft(draft, { type: 'picture', place: 1, pictureId: 1001 });
  draft = reduceDraft(draft, { type: 'picture', place: 3, pictureId: 1002 });
  expect(pictureList(draft)).toEqual({ pictures: '1001,1002' });
  draft = reduceDraft(draft, { type: 'picture', place: 1, pictureId: undefined });
  expect(pictureList(draft, id => `${id}.x`)).toEqual({ pictures: '1002.x' });
  expect(pictureList(emptyDraft)).toEqual({});
  expect(reduceDraft(draft, { type: 'sent' })).toEqual(emptyDraft);
});
