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
 * What was typed on the account pages: it survives the way to the country picker, from login to register, and from the
 * code to the password page. A reload keeps whose account it is, and the second step's ticket, which is good for minutes
 * and for one login that has the second factor. Passwords are never kept here.
 */
export interface AccountDraft {
  readonly target: Target;
  /** The code that was checked for `target`; the password page needs both. */
  readonly checkedCode: string | undefined;
  /** From an invitation link. */
  readonly invitation: string;
  /** The password was right; this has to follow. */
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
  // The newest link counts, whatever this tab has kept of an earlier one.
  return { ...kept, invitation: heldInvitation() || kept.invitation, checkedCode: undefined };
}

function change(part: Partial<AccountDraft>): void {
  current = { ...read(), ...part };
  const { target, invitation, secondStep } = current;
  writeTab(KEY, { target, invitation, secondStep });
  changed.emit();
}

export function changeTarget(part: Partial<Target>): void {
  // What was proved was proved for the account before.
  change({ target: { ...read().target, ...part }, checkedCode: undefined, secondStep: undefined });
  if (part.kind) changeSettings({ loginBy: part.kind });
}

export function keepCheckedCode(code: string): void {
  change({ checkedCode: code });
}

export function keepInvitation(invitation: string): void {
  // From now on the draft knows better than the link that led here.
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
