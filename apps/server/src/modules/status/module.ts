import { defineModule } from '../../module/module.ts';
import { Status, type StatusOptions } from './service.ts';

/** As long as a page may show what has changed meanwhile. */
const CACHED_S = 5;

/** How everything is doing, for everybody, and what operators say of it. */
export function createStatus(options: StatusOptions) {
  const status = new Status(options);
  return defineModule({
    name: 'status',
    status,
    calls(register) {
      register('GET status/now', (_input, { cacheFor }) => {
        cacheFor(CACHED_S);
        return status.now();
      });
      // Not for caches: one address answers in eight languages.
      register('GET status/history', (_input, { language }) => status.history(language));
    },
    deskCalls(register) {
      register('GET desk/incidents', () => status.forDesk());
      register('POST desk/incident', (input, { operator }) => status.write(operator, input));
    },
    subscriptions: feed => status.subscribe(feed),
    start: () => status.start(),
  });
}
