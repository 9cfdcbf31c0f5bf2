import type { MessageText } from '../message-text.ts';

/** Messages about the security of an account. */
export const SECURITY_KINDS = [
  /** For one sensitive action: see modules/security/proofs.ts. */
  'securityCode',
  /** Makes the device that opens it known: see modules/security/login-links.ts. */
  'loginLink',
  'loginLinkUnknown',
  /** Lets an operator choose password and second factor: see modules/desk/operator/invitations.ts. */
  'operatorInvitation',
  'fundPasswordChanged',
  'twoFactorOn',
  'twoFactorOff',
  'recoveryCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'newDevice',
  'contactChanged',
  'accountFrozen',
  'accountUnfrozen',
  /** A lost second factor: see modules/recovery. `{stop}` leads to where it can be stopped. */
  'recoveryRequested',
  'recoveryApproved',
  'recoveryCompleted',
  'recoveryRejected',
  'recoveryStopped',
] as const;

export type SecurityTexts = Readonly<Record<(typeof SECURITY_KINDS)[number], MessageText>>;
