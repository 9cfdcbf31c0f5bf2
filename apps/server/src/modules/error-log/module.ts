import { defineModule } from '../../module/module.ts';
import { ErrorLog, type ErrorLogOptions } from './error-log.ts';

/** What failed on our side, by the id it was told with. */
export function createErrorLog(options: ErrorLogOptions) {
  const errors = new ErrorLog(options);
  return defineModule({
    name: 'error-log',
    errors,
    deskCalls: register => register('GET desk/errors', input => errors.list(input)),
  });
}
