import type pg from 'pg';
import { defineModule } from '../../module/module.ts';
import { noticeCalls } from './routes.ts';
import { seedNotices } from './seed/seed.ts';
import { NoticeService } from './service.ts';

export interface NoticeModuleOptions {
  readonly pool: pg.Pool;
  readonly now: () => number;
  readonly demo: boolean;
}

/** The notice centre. */
export function createNotices({ pool, now, demo }: NoticeModuleOptions) {
  const notices = new NoticeService(pool, now);
  return defineModule({
    name: 'notice',
    notices,
    calls: noticeCalls(notices),
    seed: () => seedNotices(pool, demo, now()),
  });
}
