import { defineModule } from '../../module/module.ts';
import { Status, type StatusOptions } from './service.ts';
import { wireIncident, wireNow } from './wire.ts';

/** The status may be this old. */
const CACHED_S = 5;

/** The public status page, and what operators write on it. */
export function createStatus(options: StatusOptions) {
  const status = new Status(options);
  const markets = () => options.exchange.markets();
  return defineModule({
    name: 'status',
    status,
    calls(register) {
      register('GET status/now', (_input, { cacheFor }) => {
        cacheFor(CACHED_S);
        return wireNow(status.now());
      });
      // Not cacheable: the same address answers in eight languages.
      register('GET status/history', async (_input, { language }) => {
        const { incidents, days } = await status.history();
        return { incidents: incidents.map(one => wireIncident(one, markets(), language)), days: [...days] };
      });
    },
    deskCalls(register) {
      register('GET desk/incidents', async () => {
        const incidents = await status.incidents();
        return { items: incidents.map(one => ({ ...wireIncident(one, markets(), 'en'), texts: one.texts })) };
      });
      register('POST desk/incident', async (input, { operator }) => {
        const { id, started_at_ms: startedAtMs, ended_at_ms: endedAtMs, texts } = input;
        return { id: await status.write(operator, { id, startedAtMs, endedAtMs, texts }) };
      });
    },
    subscriptions: feed => status.subscribe(feed),
    start: () => status.start(),
  });
}
