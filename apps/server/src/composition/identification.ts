import { createAgreement } from '../modules/agreement/module.ts';
import { createCompliance } from '../modules/compliance/module.ts';
import { createIdentity } from '../modules/identity/module.ts';
import { createPictures } from '../modules/pictures/module.ts';
import { createRecovery } from '../modules/recovery/module.ts';
import type { Access } from './access.ts';
import type { Base } from './foundation.ts';
import type { Notifications } from './notifications.ts';

export type Identification = ReturnType<typeof composeIdentification>;

/** Documents with which customers prove their identity. */
export function composeIdentification(base: Base, access: Access, { news }: Notifications) {
  const pictured = createPictures(base);
  const { pictures, sealedPictures } = pictured;
  const compliance = createCompliance({ ...base, pictures, news });
  const identity = createIdentity({ ...base, pictures, news, gates: compliance.gates });
  const recovery = createRecovery({ ...base, ...access, pictures });
  return {
    pictures,
    sealedPictures,
    identity: identity.service,
    identityReview: identity.review,
    documentRetention: identity.retention,
    recovery,
    compliance: compliance.checks,
    screenCustomers: compliance.screenCustomers,
    modules: [pictured, compliance, identity, recovery, createAgreement({ ...base, pictures })],
  };
}
