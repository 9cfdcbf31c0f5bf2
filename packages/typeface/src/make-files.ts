/** Writes files/: `npm run typeface`. A test keeps them equal to what this makes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PARTS, subsetOf } from './subset.ts';

for (const part of PARTS) {
  const bytes = await subsetOf(part);
  writeFileSync(path.join(import.meta.dirname, `../files/inter-${part}.woff2`), bytes);
  process.stdout.write(`inter-${part}.woff2, ${bytes.length} bytes\n`);
}
