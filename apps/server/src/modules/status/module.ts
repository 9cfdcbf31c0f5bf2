import { defineModule } from '../../module/module.ts';
import { registerStatusCalls } from './routes.ts';
import { Status, type StatusOptions } from './service.ts';

/** How everything is doing, for everybody, and what operators say of it. */
export function createStatus(options: StatusOptions) {
  const status = new Status(options);
  return defineModule({
    name: 'status',
    status,
    calls: register => registerStatusCalls(register, status),
    deskCalls(register) {
      register('GET desk/incidents', () => status.forDesk());
      register('POST desk/incident', (input, { operator }) => status.write(operator, input));
    },
    start: () => status.start(),
  });
}
