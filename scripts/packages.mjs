// npm run sbom [-- FILE]   the bill of materials of all packages (CycloneDX), from the lock file
// npm run notices          writes THIRD-PARTY-NOTICES.md: what is shipped, from the lock file
// npm run advisories       known vulnerabilities of installed versions without a recorded reason; 75 if the registry
// does not answer such requests
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { exitWith } from './lib/main.mjs';
import { advisories, billOfMaterials, NOTICES, notices } from './lib/packages.mjs';
import { say } from './lib/process.mjs';
import { ROOT, ensureSetup } from './lib/setup.mjs';

const COMMANDS = {
  async sbom(setup, file) {
    const text = await billOfMaterials(setup);
    if (file) writeFileSync(file, text);
    else process.stdout.write(text);
    return 0;
  },
  async notices(setup) {
    writeFileSync(path.join(ROOT, NOTICES), await notices(setup));
    return 0;
  },
  async advisories(setup) {
    const { code, lines } = await advisories(setup);
    for (const line of lines) say(line);
    return code;
  },
};

await exitWith(async () => {
  const [command, ...args] = process.argv.slice(2);
  if (!Object.hasOwn(COMMANDS, command ?? '')) throw new Error(`Which? ${Object.keys(COMMANDS).join(', ')}`);
  return COMMANDS[command](await ensureSetup(), ...args);
});
