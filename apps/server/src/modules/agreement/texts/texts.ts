import { createHash } from 'node:crypto';
import type { Language } from '@tallystick/protocol';
import { en } from './en.ts';
import { esp } from './esp.ts';
import { hk } from './hk.ts';
import { jp } from './jp.ts';
import { kr } from './kr.ts';
import type { AgreementText } from './text.ts';
import { th } from './th.ts';
import { yn } from './yn.ts';
import { zh } from './zh.ts';

/**
 * The date the texts are of. Whoever changes a word in any language gives them a new one: a test holds each text to
 * its hash, for people have signed these words.
 */
export const AGREEMENT_VERSION = '2026-11-23';

export const AGREEMENT_TEXTS: Readonly<Record<Language, AgreementText>> = { zh, en, hk, jp, kr, esp, th, yn };

/** Title, headings and paragraphs, one a line: what is hashed and kept with a signature. */
export function agreementBody({ title, sections }: AgreementText): string {
  const lines = [title, ...sections.flatMap(section => [section.heading, ...section.paragraphs])];
  return `${lines.join('\n')}\n`;
}

/** SHA-256 of the body in UTF-8, in hexadecimal. */
export function agreementHash(text: AgreementText): string {
  return createHash('sha256').update(agreementBody(text), 'utf8').digest('hex');
}
