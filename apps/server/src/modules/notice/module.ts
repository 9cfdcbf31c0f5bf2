import type pg from 'pg';
import { defineModule } from '../../module/module.ts';
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
    calls(register) {
      register('POST news/list', (input, { session, language }) =>
        notices.list(session?.customerId ?? null, language, input),
      );
      register('POST news/detail', (input, { session, language }) =>
        notices.detail(session?.customerId ?? null, language, input.id),
      );
      register('POST news/read', (input, { session }) => notices.readAll(session.customerId, input.topic));
    },
    seed: () => seedNotices(pool, demo, now()),
  });
}
