import type { DeskInput } from '@tallystick/protocol/desk';
import { callDesk } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

/** Saves the file of messages for the signers. */
export async function saveMessages(input: DeskInput<'GET desk/reserve_messages'>): Promise<void> {
  const { name, type, content } = await callDesk('GET desk/reserve_messages', input);
  saveFile(name, type, content);
}
