import { runCli } from '@tallystick/verify/cli';
import { verifierKeyOf } from '@tallystick/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../testing/test-desk.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

/** Output and exit code of the stand-alone verifier for these answers. */
function verify(answers: readonly unknown[], key: string): { readonly code: number; readonly said: string } {
  const lines: string[] = [];
  const files = answers.map((answer, i) => [`${i}.json`, JSON.stringify({ data: answer })] as const);
  const world = {
    read: (file: string) => files.find(([name]) => name === file)![1],
    print: (line: string) => void lines.push(line),
  };
  const code = runCli([...files.map(([name]) => name), '--key', key], world);
  return { code, said: lines.join('\n') };
}

describe.each([
  ['journal', 'rows of the journal up to command'],
  ['audit', 'entries of the audit log'],
] as const)('signed heads of the %s log', (log, words) => {
  it('are public, and stored ones can be compared with later ones', async () => {
    await TestDesk.open(server, 'administrator', `${log}1`);
    await server.customer('funded');
    await server.heads.turn();
    const seen = await server.call('GET signed_log/checkpoint', { log });
    await TestDesk.open(server, 'administrator', `${log}2`);
    await server.customer('funded');
    await server.heads.turn();
    const newest = await server.call('GET signed_log/checkpoint', { log });
    expect(newest.size).toBeGreaterThan(seen.size);
    expect(await server.call('GET signed_log/checkpoint', { log, size: seen.size })).toEqual(seen);
    const { items } = await server.call('GET signed_log/checkpoints', { log });
    expect(items).toContainEqual(seen);
    const { origin, keys, state } = await server.call('GET signed_log/keys', { log });
    expect(state).toBe('signing');
    const key = verifierKeyOf({ name: origin, publicKey: keys[0]!.public_key });
    const growth = await server.call('GET signed_log/consistency', { log, from: seen.size, to: newest.size });
    const { code, said } = verify([seen, newest, growth], key);
    expect(said).toContain(words);
    expect(said).toContain('only grew');
    expect(code).toBe(0);
    const other = { ...newest, note: newest.note.replace(`\n${newest.size}\n`, `\n${newest.size + 1}\n`) };
    expect(verify([seen, other, growth], key)).toMatchObject({ code: 1 });
    const ready = await server.app.inject({ method: 'GET', url: '/readyz' });
    expect(ready.json()).toMatchObject({ [`${log}_log`]: 'signing' });
  });

  it('report missing signed entries to everybody and to operators', async () => {
    const desk = await TestDesk.open(server, 'administrator', `${log}3`);
    await server.heads.turn();
    const table = log === 'journal' ? 'journal' : 'desk_audit';
    const column = log === 'journal' ? 'first_sequence' : 'id';
    await server.database.pool.query(
      `alter table desk_audit disable trigger all;
       delete from ${table} where ${column} = (select max(${column}) from ${table})`,
    );
    await server.heads.turn();
    expect((await server.call('GET signed_log/keys', { log })).state).toBe('stopped');
    const ready = await server.app.inject({ method: 'GET', url: '/readyz' });
    expect(ready.json()).toMatchObject({ [`${log}_log`]: 'stopped' });
    const { logs } = await desk.call('GET desk/integrity', {});
    expect(logs.find(one => one.log === log)).toMatchObject({
      state: 'stopped',
      fault: { kind: 'entry_missing' },
    });
  });
});
