import type { RegisterCall } from '../../http/call-router.ts';
import type { AgreementService } from './service.ts';

export function registerAgreementCalls(register: RegisterCall, agreement: AgreementService): void {
  register('GET contract/info', (_input, { session, language }) =>
    agreement.info(session?.customerId ?? null, language),
  );
  register('POST contract/add', (input, { session, language }) =>
    agreement.sign(session.customerId, language, input),
  );
}
