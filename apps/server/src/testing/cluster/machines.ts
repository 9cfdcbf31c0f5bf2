import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Missing } from '../debian.ts';
import type { Caretaker } from './caretaker.ts';

const run = promisify(execFile);

/** A machine of its own as far as the network knows: a namespace with one cable to the others. */
export interface Machine {
  readonly namespace: string;
  readonly address: string;
  /** Pulls the cable: what is sent to and from it is lost, and nobody is told. */
  cut(): Promise<void>;
  uncut(): Promise<void>;
}

export interface Machines {
  readonly machines: readonly Machine[];
  /** Of this process, in the same network. */
  readonly address: string;
  /** `address/bits` of all of them. */
  readonly network: string;
  /** Ends the network. Processes within must have ended. */
  remove(): Promise<void>;
}

/** As many machines on one switch; only root may make them. Never throws: says why they cannot be had. */
export async function openMachines(count: number, caretaker: Caretaker): Promise<Machines | Missing> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return { missing: 'network namespaces are made by root on Linux only' };
  }
  const name = `ts${randomBytes(3).toString('hex')}`;
  // Free unless somebody else uses the same one of 250: then the route is refused, and said.
  const network = `10.213.${randomInt(1, 250)}`;
  const made: (() => Promise<unknown>)[] = [];
  const remove = async (): Promise<void> => {
    for (const undo of made.splice(0).toReversed()) await undo();
  };
  const ip = (...args: string[]): Promise<unknown> => run('ip', args);
  try {
    await ip('link', 'add', name, 'type', 'bridge', 'forward_delay', '0');
    caretaker.removes('link', name);
    made.push(() => ip('link', 'delete', name));
    await ip('address', 'add', `${network}.254/24`, 'dev', name);
    await ip('link', 'set', name, 'up');
    const machines: Machine[] = [];
    for (let number = 1; number <= count; number++) {
      const namespace = `${name}-${number}`;
      const cable = `${name}v${number}`;
      const address = `${network}.${number}`;
      await ip('netns', 'add', namespace);
      caretaker.removes('namespace', namespace);
      made.push(() => ip('netns', 'delete', namespace));
      await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      // Connections that were cut keep a namespace for minutes; its cable goes at once.
      caretaker.removes('link', cable);
      made.push(() => ip('link', 'delete', cable));
      await ip('link', 'set', cable, 'master', name, 'up');
      await ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) await ip('-n', namespace, 'link', 'set', device, 'up');
      machines.push({
        namespace,
        address,
        cut: async () => void (await ip('link', 'set', cable, 'down')),
        uncut: async () => void (await ip('link', 'set', cable, 'up')),
      });
    }
    return { machines, address: `${network}.254`, network: `${network}.0/24`, remove };
  } catch (error) {
    await remove();
    return { missing: `network namespaces: ${error instanceof Error ? error.message : error}` };
  }
}
