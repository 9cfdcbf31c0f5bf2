import { saveFile } from './save-file.ts';

/** Hands a text to the customer as a file. */
export function saveText(name: string, text: string, type: string): void {
  saveFile(new File([text], name, { type }));
}
