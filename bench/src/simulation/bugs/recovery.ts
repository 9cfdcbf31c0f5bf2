import { bugsIn, type Bug } from './bug.ts';

const ENGINE = 'apps/server/src/engine';
const CORE = 'packages/core/src';

export const RECOVERY_BUGS: readonly Bug[] = [
  ...bugsIn(`${ENGINE}/batch-statement.ts`, [
    {
      name: 'a commit does not ask for the lease',
      find: 'where id = 1 and epoch = $1 for share',
      replace: 'where id = 1 and $1::bigint > 0 for share',
    },
  ]),
  ...bugsIn(`${ENGINE}/lease.ts`, [
    {
      name: 'a new engine has the old one’s epoch',
      find: 'set epoch = epoch + 1, holder',
      replace: 'set epoch = greatest(epoch, 1), holder',
    },
  ]),
  ...bugsIn(`${ENGINE}/sequencer.ts`, [
    {
      name: 'answers leave before the commit',
      find: 'await fence.hold(() => client.query({ ...batchQuery(batch.tables, row !== null), values }));',
      replace:
        'fence.hold(() => client.query({ ...batchQuery(batch.tables, row !== null), values })).catch((error: unknown) => this.#die(error));',
    },
    {
      name: 'time goes backwards with the clock',
      find: 'const atMs = Math.max(this.#now(), exchange.lastAtMs);',
      replace: 'const atMs = this.#now();',
    },
    {
      name: 'commands are taken while the clock is in doubt',
      find: 'if (this.#clockStopped()) this.#turnWaitingAway();\n      else if',
      replace: 'if',
    },
    {
      name: 'what is due waits for the commands before',
      find: `      if (exchange.dueAtMs() <= atMs) {
        this.#passTime(atMs);
        continue;
      }
`,
      replace: '',
    },
  ]),
  ...bugsIn(`${ENGINE}/idempotency/deduplicator.ts`, [
    {
      name: 'keys on disk are not looked up',
      find: 'this.#store.mayContain(id) ? this.#lookUp(known, idempotency, submit) : submit(known)',
      replace: 'submit(known)',
    },
    {
      name: 'a key may come again with another input',
      find: "if (stored.inputHash !== idempotency.inputHash) throw new SubmitError('idempotency_key_reused');\n    return replay",
      replace: 'return replay',
    },
  ]),
  ...bugsIn(`${ENGINE}/batch.ts`, [
    {
      name: 'a refusal uses up no key',
      find: 'return this.#entries.length > 0 || this.#keys > 0;',
      replace: 'return this.#entries.length > 0;',
    },
    {
      name: 'a stored answer has another place in the journal',
      find: 'this.#idempotency.add({ scope, key, inputHash, sequence, atMs, result });',
      replace: 'this.#idempotency.add({ scope, key, inputHash, sequence: sequence + 1, atMs, result });',
    },
  ]),
  ...bugsIn(`${ENGINE}/projecting/catch-up.ts`, [
    {
      name: 'a start leaves out what the tables lack',
      find: 'if (sequence > this.from) this.#projections!.record(events, sequence, atMs);',
      replace: 'if (sequence > this.from + 1) this.#projections!.record(events, sequence, atMs);',
    },
  ]),
  ...bugsIn(`${CORE}/withdrawal/withdrawal.ts`, [
    {
      name: 'a snapshot forgets which withdrawals there were',
      find: '  write(writer: SnapshotWriter): void {\n    this.#used.write(writer);',
      replace:
        '  write(writer: SnapshotWriter): void {\n    const open = new IdSet();\n    for (const one of this.#open.keys()) open.add(one);\n    open.write(writer);',
      hours: 24,
    },
  ]),
  ...bugsIn(`${CORE}/trust/trust.ts`, [
    {
      name: 'a snapshot forgets that a midnight was begun',
      find: 'this.#begunDay = reader.int();',
      replace: 'this.#begunDay = 0 * reader.int();',
    },
  ]),
  ...bugsIn(`${CORE}/limit/results.ts`, [
    {
      name: 'a snapshot forgets what a customer lost today',
      find: 'this.#lost.set(customerId, reader.int64());',
      replace: 'reader.int64();',
    },
  ]),
];
