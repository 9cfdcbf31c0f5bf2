import { defineModule } from '../../module/module.ts';
import { registerAgreementCalls } from './routes.ts';
import { AgreementService, type AgreementOptions } from './service.ts';

/** The agreement that customers sign by hand. */
export function createAgreement(options: AgreementOptions) {
  const service = new AgreementService(options);
  return defineModule({
    name: 'agreement',
    calls: register => registerAgreementCalls(register, service),
  });
}
