import { defineModule } from '../../module/module.ts';
import { HelpLibrary } from './library.ts';
import { registerHelpCalls } from './routes.ts';
import { HelpService, type HelpOptions } from './service.ts';
import type pg from 'pg';

/** The help centre. */
export function createHelp(options: Omit<HelpOptions, 'library'> & { readonly pool: pg.Pool }) {
  const library = new HelpLibrary(options.pool);
  const service = new HelpService({ ...options, library });
  return defineModule({
    name: 'help',
    library,
    calls: register => registerHelpCalls(register, service),
    forgetOld: () => service.forgetOld(),
  });
}
