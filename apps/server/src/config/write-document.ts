import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';
import { settingsDocument } from './document.ts';

const ROOT = new URL('../../../../', import.meta.url);
const FILE = fileURLToPath(new URL('docs/settings.md', ROOT));

/** docs/settings.md as the formatter leaves it. */
export async function formattedDocument(): Promise<string> {
  const options = JSON.parse(readFileSync(new URL('.oxfmtrc.json', ROOT), 'utf8')) as FormatConfig;
  const { code, errors } = await format(FILE, settingsDocument(), options);
  if (errors[0]) throw new Error(errors[0].message);
  return code;
}

if (import.meta.main) writeFileSync(FILE, await formattedDocument());
