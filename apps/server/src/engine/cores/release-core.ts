// npm run core:bundle: bundles the current core and adds it to apps/server/cores. It stays there for good, because the
// journals it writes are replayed with it. Run it once whenever a changed core is landed.
// npm run core:bundle -- --unmarked ENTRY: the core from before cores were kept, from a checkout of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeBundle, packBundle, runBundle } from './bundle.ts';
import {
  bundleFile,
  hashSources,
  RELEASED_FOLDER,
  releasedCores,
  sourceName,
  type CurrentCore,
  type ReleasedCore,
} from './released.ts';

function writeJson(name: string, value: unknown): void {
  writeFileSync(path.join(RELEASED_FOLDER, name), `${JSON.stringify(value, null, 2)}\n`);
}

const [flag, entry] = process.argv.slice(2);
const unmarked = flag === '--unmarked';
const { bundle, files } = await makeBundle(unmarked ? entry : undefined);
const logicVersion = runBundle(bundle).LOGIC_VERSION;
mkdirSync(RELEASED_FOLDER, { recursive: true });
writeFileSync(bundleFile(bundle.hash), packBundle(bundle));
const released = releasedCores();
if (!released.some(one => one.hash === bundle.hash)) {
  const added: ReleasedCore = { hash: bundle.hash, logicVersion, ...(unmarked ? { unmarked } : {}) };
  writeJson('manifest.json', [...released, added]);
}
if (!unmarked) {
  const names = files.map(sourceName).toSorted();
  const current: CurrentCore = { hash: bundle.hash, sources: hashSources(names)!, files: names };
  writeJson('current.json', current);
}
process.stdout.write(`core ${bundle.hash}, logic version ${logicVersion}, ${bundle.code.length} bytes\n`);
