import { connect } from 'node:net';
import { once } from 'node:events';
import { readlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openMachines } from './machines.ts';
import { Processes, until } from './processes.ts';

const PORT = 7000;
const SERVER = `require('node:net').createServer(socket => socket.end('hello')).listen(${PORT})`;

/** What a server there says, or null when nobody answers. */
async function said(address: string): Promise<string | null> {
  const socket = connect({ host: address, port: PORT, signal: AbortSignal.timeout(1_000) });
  try {
    const [data] = (await once(socket, 'data')) as [Buffer];
    return data.toString();
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

describe('machines that are network namespaces', () => {
  it('are reached unless their cable is pulled, and leave nothing behind', async context => {
    const processes = new Processes();
    const machines = await openMachines(2, processes.caretaker);
    if ('missing' in machines) {
      await processes.close();
      return context.skip(machines.missing);
    }
    try {
      const [one, two] = machines.machines;
      for (const { namespace } of machines.machines)
        processes.start({ program: process.execPath, args: ['-e', SERVER], namespace });
      for (const { address } of machines.machines)
        await until(
          async () => (await said(address)) === 'hello',
          () => `${address} does not answer`,
        );
      await one!.cut();
      expect(await said(one!.address)).toBeNull();
      expect(await said(two!.address)).toBe('hello');
      await one!.uncut();
      await until(
        async () => (await said(one!.address)) === 'hello',
        () => 'the cable is not back',
      );
    } finally {
      await processes.close();
      await machines.remove();
    }
    const left = await processes.run({ program: 'ip', args: ['netns', 'list'] });
    for (const { namespace } of machines.machines) expect(left).not.toContain(namespace);
  });

  it('are ended by the caretaker when the process that made them is killed', async context => {
    const file = new URL('machines.ts', import.meta.url).href;
    const other = new URL('processes.ts', import.meta.url).href;
    const made = `import { openMachines } from '${file}';
      import { Processes } from '${other}';
      const processes = new Processes();
      const machines = await openMachines(1, processes.caretaker);
      if ('missing' in machines) { console.log(machines.missing); process.exit(0); }
      const [{ namespace }] = machines.machines;
      const running = processes.start({ program: process.execPath, args: ['-e', ${JSON.stringify(SERVER)}], namespace });
      console.log('made', namespace, running.pid);`;
    const processes = new Processes();
    const maker = processes.start({
      program: process.execPath,
      args: ['--input-type=module', '--eval', made],
    });
    try {
      await until(
        async () => maker.output().includes('\n'),
        () => 'no machine was made',
      );
      const [, namespace, pid] = /^made (\S+) (\d+)/.exec(maker.output()) ?? [];
      if (namespace === undefined) return context.skip(maker.output());
      await maker.stop('SIGKILL');
      await until(
        async () => !(await processes.run({ program: 'ip', args: ['netns', 'list'] })).includes(namespace),
        () => `${namespace} is still there`,
      );
      // An ended one may stand in the list of processes for a while, without its program.
      const program = (): Promise<string | null> => readlink(`/proc/${pid}/exe`).catch(() => null);
      await expect.poll(program).toBeNull();
    } finally {
      await processes.close();
    }
  });
});
