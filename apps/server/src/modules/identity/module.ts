import { defineModule } from '../../module/module.ts';
import { IdentityQueue } from './queue.ts';
import { DocumentRetention, type DocumentRetentionOptions } from './retention.ts';
import { IdentityReview, type IdentityReviewOptions } from './review.ts';
import { IdentityService, type IdentityOptions } from './service.ts';

export type IdentityModuleOptions = IdentityOptions &
  IdentityReviewOptions &
  Omit<DocumentRetentionOptions, 'keptDays'> & { readonly rejectedDocumentDays: number };

/** Who customers are, as far as they have shown it. */
export function createIdentity(options: IdentityModuleOptions) {
  const service = new IdentityService(options);
  const review = new IdentityReview(options);
  const retention = new DocumentRetention({ ...options, keptDays: options.rejectedDocumentDays });
  return defineModule({
    name: 'identity',
    service,
    review,
    retention,
    queues: [new IdentityQueue({ ...options, review })],
    calls(register) {
      register('GET user/identity', (_input, { session }) => service.state(session.customerId));
      register('POST user/real_name', (input, { session }) => service.applyBasic(session.customerId, input));
      register('POST user/real_name2', (input, { session }) =>
        service.applyAdvanced(session.customerId, input),
      );
    },
    forgetOld: () => retention.forgetOld(),
  });
}
