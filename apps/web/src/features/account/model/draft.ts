import { useSyncExternalStore } from 'react';
import { changeSettings, currentSettings } from '#lib/settings.ts';
import { likelyCountry } from '#lib/countries.ts';
import { forgetInvitation, heldInvitation } from '#lib/invitation-link.ts';
import { createSignal } from '#lib/signal.ts';
import { readTab, writeTab } from '#lib/tab-storage.ts';
import { currentLanguage } from '#i18n/setup.ts';
import { keptDraft } from './kept-draft.ts';
import type { SecondStep } from './second-step.ts';
import type { Target } from './target.ts';

/**
 * Input of the account pages. It survives the country picker, the change from login to register, and from the
 * code to the password page. A reload keeps the target and the second step's ticket, which is valid for some minutes
 * and for one login with the second factor. Passwords are never kept here.
 */
export interface AccountDraft {
  readonly target: Target;
  /** The code that was checked for `target`; the password page needs both. */
  readonly checkedCode: string | undefined;
  /** From an invitation link. */
  readonly invitation: string;
  /** The second step, after a correct password. */
  readonly secondStep: SecondStep | undefined;
}

let current: AccountDraft | undefined;
const changed = createSignal<void>();

const KEY = 'account';

function read(): AccountDraft {
  current ??= firstDraft();
  return current;
}

function firstDraft(): AccountDraft {
  const kept = keptDraft(readTab(KEY), {
    kind: currentSettings().loginBy,
    country: likelyCountry(navigator.languages, currentLanguage()),
    phone: '',
    email: '',
  });
  // A newer invitation link replaces one kept in this tab.
  return { ...kept, invitation: heldInvitation() || kept.invitation, checkedCode: undefined };
}

function change(part: Partial<AccountDraft>): void {
  current = { ...read(), ...part };
  const { target, invitation, secondStep } = current;
  writeTab(KEY, { target, invitation, secondStep });
  changed.emit();
}

export function changeTarget(part: Partial<Target>): void {
  // Proofs were for the previous target.
  change({ target: { ...read().target, ...part }, checkedCode: undefined, secondStep: undefined });
  if (part.kind) changeSettings({ loginBy: part.kind });
}

export function keepCheckedCode(code: string): void {
  change({ checkedCode: code });
}

export function keepInvitation(invitation: string): void {
  // The typed invitation replaces the one from the link.
  forgetInvitation();
  change({ invitation });
}

export function keepSecondStep(secondStep: SecondStep | undefined): void {
  change({ secondStep });
}

export function clearDraft(): void {
  current = undefined;
  writeTab(KEY, undefined);
  forgetInvitation();
  changed.emit();
}

export function useAccountDraft(): AccountDraft {
  return useSyncExternalStore(changed.listen, read);
}
