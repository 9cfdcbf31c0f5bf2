/* `node find-package.ts NAME`: fails and says why if a package of Debian's that tests need cannot be had. */
import { debianPackage } from './debian.ts';

const found = await debianPackage(process.argv[2] ?? '');
if ('missing' in found) {
  process.stderr.write(`${found.missing}\n`);
  process.exitCode = 1;
}
