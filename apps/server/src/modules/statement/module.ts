import { defineModule } from '../../module/module.ts';
import { registerStatementCalls } from './routes.ts';
import { StatementService, type StatementOptions } from './service.ts';

/** Statements of account and tax years. */
export function createStatement(options: StatementOptions) {
  const service = new StatementService(options);
  return defineModule({
    name: 'statement',
    service,
    calls: register => registerStatementCalls(register, service, options.units),
  });
}
