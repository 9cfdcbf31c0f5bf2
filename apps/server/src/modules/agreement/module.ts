import { defineModule } from '../../module/module.ts';
import { AgreementService, type AgreementOptions } from './service.ts';

/** The agreement that customers sign by hand. */
export function createAgreement(options: AgreementOptions) {
  const service = new AgreementService(options);
  return defineModule({
    name: 'agreement',
    calls(register) {
      register('GET contract/info', (_input, { session, language }) =>
        service.info(session?.customerId ?? null, language),
      );
      register('POST contract/add', (input, { session, language }) =>
        service.sign(session.customerId, language, input),
      );
    },
  });
}
