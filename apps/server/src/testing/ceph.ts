import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import { startGuarded } from '../chains/testing/guarded-node.ts';
import { Stops } from '../module/stops.ts';
import type { S3Options } from '../object-store/s3-store.ts';
import { debianPackage, type DebianPackage, type Missing } from './debian.ts';
import { freePort } from './run-server.ts';
import { scratchFolder } from './scratch-folder.ts';

const run = promisify(execFile);

const REGION = 'us-east-1';
const CALL_WITHIN_MS = 30_000;
const POLL_MS = 20;

/** The programs, or why they are not there. */
export async function findCeph(): Promise<DebianPackage | Missing> {
  return debianPackage('radosgw', 'ceph-mon', 'ceph-osd', 'ceph-base', 'ceph-common');
}

/**
 * A Ceph of one monitor, one disk (in memory) and one gateway, whose S3 service checks signatures and knows
 * `If-None-Match` on writing.
 */
export class Ceph {
  readonly #url: string;
  readonly #keyId = randomBytes(8).toString('hex');
  readonly #secret = randomBytes(16).toString('hex');
  readonly #stops = new Stops();

  private constructor(url: string) {
    this.#url = url;
  }

  static async start(found: DebianPackage): Promise<Ceph> {
    const port = await freePort();
    const ceph = new Ceph(`http://127.0.0.1:${port}`);
    try {
      await ceph.#start(found, port);
      return ceph;
    } catch (error) {
      await ceph.stop();
      throw error;
    }
  }

  async #start({ folder: root, libraries, env: found }: DebianPackage, port: number): Promise<void> {
    const folder = await scratchFolder('ceph');
    this.#stops.add(() => folder.remove());
    const at = (name: string) => path.join(folder.path, name);
    for (const name of ['mon', 'osd', 'run']) await mkdir(at(name));
    const monitor = await freePort();
    await writeFile(at('ceph.conf'), configuration(folder.path, libraries, monitor, port));
    const own = `${found['LD_LIBRARY_PATH']}:${path.join(libraries, 'ceph')}`;
    const settings = [`LD_LIBRARY_PATH=${own}`, `CEPH_CONF=${at('ceph.conf')}`];
    const program = (name: string) => path.join(root, 'usr/bin', name);
    const call = (name: string, ...args: string[]) =>
      run('/usr/bin/env', [...settings, program(name), ...args], { timeout: CALL_WITHIN_MS });
    const begin = async (ready: RegExp, name: string, ...args: string[]) => {
      const command = [...settings, '/bin/sh', '-c', 'exec "$0" "$@" 2>&1', program(name), ...args, '-f'];
      const { stop } = await startGuarded('/usr/bin/env', command, ready);
      this.#stops.add(stop);
    };
    await call('monmaptool', '--create', '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, at('monmap'));
    await call('osdmaptool', '--createsimple', '1', at('osdmap'));
    await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--osdmap', at('osdmap'));
    await begin(/starting mon/, 'ceph-mon', '-i', 'a');
    await call('ceph-osd', '--mkfs', '-i', '0');
    await begin(/done with init/, 'ceph-osd', '-i', '0');
    const user = ['--uid=test', '--display-name=test', '--access-key', this.#keyId, '--secret', this.#secret];
    await call('radosgw-admin', '-n', 'client.rgw', 'user', 'create', ...user);
    await begin(/starting handler/, 'radosgw', '-n', 'client.rgw');
    // It says so shortly before it listens.
    for (const deadline = Date.now() + CALL_WITHIN_MS; !(await this.#answers()); await delay(POLL_MS)) {
      if (Date.now() > deadline) throw new Error('the gateway does not listen');
    }
  }

  async #answers(): Promise<boolean> {
    try {
      const response = await fetch(this.#url);
      await response.body?.cancel();
      return true;
    } catch (cause) {
      if (cause instanceof TypeError) return false;
      throw cause;
    }
  }

  /** A new bucket. */
  async bucket(): Promise<S3Options> {
    const url = `${this.#url}/b-${randomBytes(6).toString('hex')}`;
    const [keyId, secret] = [this.#keyId, this.#secret];
    const client = new AwsClient({
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region: REGION,
    });
    const { status } = await client.fetch(url, { method: 'PUT' });
    if (status !== 200) throw new Error(`no bucket could be made: ${status}`);
    return { url, region: REGION, keyId, secret, pauseMs: 1 };
  }

  stop(): Promise<void> {
    return this.#stops.run();
  }
}

/** Nobody but the test talks to it: without authentication among its parts. */
function configuration(folder: string, libraries: string, monitor: number, gateway: number): string {
  const at = (name: string) => path.join(folder, name);
  return `[global]
fsid = ${randomUUID()}
mon host = v2:127.0.0.1:${monitor}
auth cluster required = none
auth service required = none
auth client required = none
# Else the gateway asks for encryption, for which it would need authentication.
ms mon client mode = crc
paxos propose interval = 0.02
paxos min wait = 0.01
mon cluster log to file = false
run dir = ${at('run')}
admin socket =
log to file = false
log to stderr = true
err to stderr = true
pid file = ${at('run')}/$name.pid
plugin dir = ${path.join(libraries, 'ceph')}
erasure code dir = ${path.join(libraries, 'ceph/erasure-code')}
osd class dir = ${path.join(libraries, 'rados-classes')}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data = ${at('mon')}
osd data = ${at('osd')}
osd objectstore = memstore
memstore device bytes = 268435456
ms bind ipv6 = false
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${folder}
# One gateway has nobody to tell.
rgw cache enabled = false
rgw run sync thread = false
`;
}
