import { Intents, newKey, pause, sendOnce } from '@tallystick/protocol/intents';
import { outcomeOfStatus } from '@tallystick/protocol/outcome';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { callDesk, DeskError, uploadChatPicture } from '#lib/api.ts';

/** Kept outside components: leaving a conversation must not forget answers that may have arrived. */
const intents = new Intents({ newKey, nowMs: Date.now });
/** Ids of uploaded pictures: they are not uploaded again when the answer is retried. */
const uploaded = new WeakMap<File, number>();

/** Answers the customer. While it is unknown whether an answer arrived, sending the same again repeats its key. */
export async function sendAnswer(
  operatorId: number,
  caseId: number,
  text: string,
  picture: File | null,
): Promise<DeskOutput<'POST desk/chat_send'>> {
  const pictureId = picture === null ? undefined : await uploadOnce(picture);
  const written = { case_id: caseId, text, ...(pictureId === undefined ? {} : { picture_id: pictureId }) };
  const attempt = intents.begin('POST desk/chat_send', operatorId, written, written);
  const send = () => callDesk('POST desk/chat_send', { ...attempt.request, client_id: attempt.key });
  return sendOnce(attempt, send, {
    outcomeOf: error => (error instanceof DeskError ? outcomeOfStatus(error.status) : 'answered'),
    pause,
  });
}

async function uploadOnce(picture: File): Promise<number> {
  const known = uploaded.get(picture);
  if (known !== undefined) return known;
  const { picture_id: id } = await uploadChatPicture(picture);
  uploaded.set(picture, id);
  return id;
}
