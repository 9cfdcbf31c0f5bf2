import { saveFile } from './save-file.ts';

/** Saves a text on the device as a file. */
export function saveText(name: string, text: string, type: string): void {
  saveFile(new File([text], name, { type }));
}
