import { defineModule } from '../../module/module.ts';
import { HelpLibrary } from './library.ts';
import { HelpService, type HelpOptions } from './service.ts';
import type pg from 'pg';

/** The help centre. */
export function createHelp(options: Omit<HelpOptions, 'library'> & { readonly pool: pg.Pool }) {
  const library = new HelpLibrary(options.pool);
  const service = new HelpService({ ...options, library });
  return defineModule({
    name: 'help',
    library,
    calls(register) {
      register('GET help/articles', (input, { language }) => service.list(language, input));
      register('GET help/article', (input, { session, language, address, device }) =>
        service.read(language, { customerId: session?.customerId ?? null, address, device }, input),
      );
      register('GET help/search', ({ q }, { language }) => service.search(language, q));
      register('POST help/useful', (input, { session, address, device }) =>
        service.judge({ customerId: session?.customerId ?? null, address, device }, input),
      );
    },
    forgetOld: () => service.forgetOld(),
  });
}
