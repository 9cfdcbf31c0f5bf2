import { defineModule } from '../../module/module.ts';
import { HelpLibrary } from './library.ts';
import { helpRoutes } from './routes.ts';
import { HelpService, type HelpOptions } from './service.ts';
import type pg from 'pg';

/** The help centre. */
export function createHelp(options: Omit<HelpOptions, 'library'> & { readonly pool: pg.Pool }) {
  const library = new HelpLibrary(options.pool);
  const service = new HelpService({ ...options, library });
  return defineModule({
    name: 'help',
    library,
    calls: helpRoutes(service),
    forgetOld: () => service.forgetOld(),
  });
}
