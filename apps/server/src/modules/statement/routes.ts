import type { RegisterCall } from '../../http/call-router.ts';
import type { StatementService } from './service.ts';

export function registerStatementCalls(register: RegisterCall, statement: StatementService): void {
  register('GET statement/summary', (input, { session, gone }) =>
    statement.summary(session.customerId, input, gone()),
  );
  register('GET statement/file', (input, { session, language, gone }) =>
    statement.file(session.customerId, input, language, gone()),
  );
  register('GET statement/profit', (input, { session, gone }) =>
    statement.profit(session.customerId, input, gone()),
  );
  register('GET statement/tax_year', (input, { session, gone }) =>
    statement.taxYear(session.customerId, input, gone()),
  );
}
