import { useSyncExternalStore } from 'react';
import { createSignal } from '#lib/signal.ts';
import { currentLanguage } from '#i18n/setup.ts';
import type { SecondStep } from './second-step.ts';
import type { Target } from './target.ts';

/** The calling code most customers of a language have, until they choose another. */
const usualCodes: Readonly<Record<ReturnType<typeof currentLanguage>, string>> = {
  zh: '+86',
  en: '+1',
  hk: '+852',
  jp: '+81',
  kr: '+82',
  esp: '+34',
  th: '+66',
  yn: '+84',
};

/**
 * What was typed on the account pages, in memory only: it survives the way to the country picker, from login
 * to register, and from the code to the password page. Passwords are never kept here.
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

function read(): AccountDraft {
  current ??= {
    target: { kind: 'phone', areaCode: usualCodes[currentLanguage()], phone: '', email: '' },
    checkedCode: undefined,
    invitation: '',
    secondStep: undefined,
  };
  return current;
}

export function changeTarget(change: Partial<Target>): void {
  const draft = read();
  current = { ...draft, target: { ...draft.target, ...change }, checkedCode: undefined };
  changed.emit();
}

export function keepCheckedCode(code: string): void {
  current = { ...read(), checkedCode: code };
  changed.emit();
}

export function keepInvitation(invitation: string): void {
  current = { ...read(), invitation };
  changed.emit();
}

export function keepSecondStep(secondStep: SecondStep | undefined): void {
  current = { ...read(), secondStep };
  changed.emit();
}

export function clearDraft(): void {
  current = undefined;
  changed.emit();
}

export function useAccountDraft(): AccountDraft {
  return useSyncExternalStore(changed.listen, read);
}
