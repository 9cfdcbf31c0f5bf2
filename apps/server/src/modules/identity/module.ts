import { defineModule } from '../../module/module.ts';
import { IdentityQueue } from './queue.ts';
import { DocumentRetention, type DocumentRetentionOptions } from './retention.ts';
import { IdentityReview, type IdentityReviewOptions } from './review.ts';
import { registerIdentityCalls } from './routes.ts';
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
    calls: register => registerIdentityCalls(register, service),
    forgetOld: () => retention.forgetOld(),
  });
}
