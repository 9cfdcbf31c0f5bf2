import type { RegisterCall } from '../../http/call-router.ts';
import type { StatementService } from './service.ts';

export function registerStatementCalls(register: RegisterCall, statement: StatementService): void {
  register('GET statement/summary', (input, { session }) => statement.summary(session.customerId, input));
  register('GET statement/file', (input, { session, language }) =>
    statement.file(session.customerId, input, language),
  );
  register('GET statement/profit', (input, { session }) => statement.profit(session.customerId, input));
  register('GET statement/tax_year', (input, { session }) => statement.taxYear(session.customerId, input));
}
