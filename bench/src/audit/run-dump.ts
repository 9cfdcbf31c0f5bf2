// node run-dump.ts core|checker FILE: audits a dump and prints what it took, as JSON.
import { checkJournal } from '@tallystick/audit';
import { auditDump } from '@tallystick/server/audit/dump/audit-dump';

export interface DumpFigures {
  readonly commands: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Heap in use after a third of the commands, and at the end. */
  readonly earlyMb: number;
  readonly lateMb: number;
  readonly mostMb: number;
  readonly booksHash: string;
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

async function measure(who: string, file: string): Promise<DumpFigures> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let earlyMb = 0;
  const look = (part: number): void => {
    if (earlyMb === 0 && part >= 1 / 3) earlyMb = heapMb();
  };
  const { commands, booksHash } =
    who === 'core'
      ? await auditDump(file, { unreleased: true, onProgress: ({ sequence, head }) => look(sequence / head) })
      : await checkJournal(file, { onProgress: ({ part }) => look(part) });
  const { user, system } = process.cpuUsage(before);
  return {
    commands,
    seconds: (performance.now() - startedAt) / 1000,
    processorSeconds: (user + system) / 1e6,
    earlyMb,
    lateMb: heapMb(),
    mostMb: process.resourceUsage().maxRSS / 1024,
    booksHash: booksHash ?? '',
  };
}

const [who = '', file = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await measure(who, file)));
