import { defineModule } from '../../module/module.ts';
import { StatementService, type StatementOptions } from './service.ts';

/** Statements of account and tax years. */
export function createStatement(options: StatementOptions) {
  const service = new StatementService(options);
  return defineModule({
    name: 'statement',
    service,
    calls(register) {
      register('GET statement/summary', (input, { session, gone }) =>
        service.summary(session.customerId, input, gone()),
      );
      register('GET statement/file', (input, { session, language, gone }) =>
        service.file(session.customerId, input, language, gone()),
      );
      register('GET statement/profit', (input, { session, gone }) =>
        service.profit(session.customerId, input, gone()),
      );
      register('GET statement/tax_year', (input, { session, gone }) =>
        service.taxYear(session.customerId, input, gone()),
      );
    },
  });
}
