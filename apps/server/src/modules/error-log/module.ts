import { defineModule } from '../../module/module.ts';
import { ErrorLog, type ErrorLogOptions } from './error-log.ts';

/** Errors on our side, found by the id shown to the caller. */
export function createErrorLog(options: ErrorLogOptions) {
  const errors = new ErrorLog(options);
  return defineModule({
    name: 'error-log',
    errors,
    deskCalls: register => register('GET desk/errors', input => errors.list(input)),
  });
}
