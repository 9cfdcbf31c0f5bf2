import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@tallystick/protocol';
import type { AgreementText } from '../agreement/texts/text.ts';

export interface DocumentText extends AgreementText {
  /** What is different from the version before; null for the first one. */
  readonly changed: string | null;
}

const FORM = /^# (?<title>[^\n]+)\n\n(?:> (?<changed>[^\n]+)\n\n)?(?<body>## .+)\n$/su;

/** The parts of a document as it is written: title, what has changed, sections. Throws for any other form. */
export function parseDocument(text: string): DocumentText {
  const parts = FORM.exec(text)?.groups;
  if (parts === undefined)
    throw new Error('a document begins with # title, then > what changed, then ## sections');
  const { title = '', changed = null, body = '' } = parts;
  const sections = body.split(/^## /m).slice(1);
  return {
    title,
    changed,
    sections: sections.map(section => {
      const [heading = '', ...paragraphs] = section.trim().split('\n\n');
      return { heading, paragraphs };
    }),
  };
}

/** As it was shipped; rejects if the file is not there. */
export async function readDocument(name: string, version: string, language: Language): Promise<DocumentText> {
  return parseDocument(
    await readFile(join(import.meta.dirname, 'texts', name, version, `${language}.md`), 'utf8'),
  );
}
