import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { settingsDocument } from './document.ts';

const file = fileURLToPath(new URL('../../../../docs/settings.md', import.meta.url));
const options = await prettier.resolveConfig(file);
writeFileSync(file, await prettier.format(settingsDocument(), { ...options, parser: 'markdown' }));
