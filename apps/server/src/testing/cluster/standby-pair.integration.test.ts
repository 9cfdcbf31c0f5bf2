import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { administer } from '../administer.ts';
import { until } from './processes.ts';
import { startStandbyPair } from './standby-pair.ts';

describe('a PostgreSQL 15 with a synchronous standby', () => {
  it('commits nothing alone, and the standby goes on with everything', async context => {
    const pair = await startStandbyPair();
    if ('missing' in pair) return context.skip(pair.missing);
    const { primary, standby } = pair;
    try {
      await administer(primary.url(), 'create database exchange');
      const database = await openDatabase(
        { url: primary.url('exchange'), dataDir: '', connections: 1 },
        SILENT_LOG,
      );
      await database.close();
      await primary.query('create table kept (id int primary key)');
      await primary.query('insert into kept values (1)');
      standby.freeze();
      const alone = primary.query('insert into kept values (2)');
      const waiting = `select from pg_stat_activity where wait_event = 'SyncRep'`;
      await until(
        async () => (await primary.query(waiting)).length === 1,
        () => 'the commit does not wait for the standby',
      );
      standby.thaw();
      await alone;
      await primary.kill();
      await standby.promote();
      expect(await standby.query('select id from kept order by id')).toEqual([{ id: 1 }, { id: 2 }]);
      await standby.query('insert into kept values (3)');
    } finally {
      await pair.stop();
    }
  });
});
