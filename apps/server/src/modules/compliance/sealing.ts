import type { NameHit } from '../../screening/provider.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Case, CaseEvent } from './store.ts';

/** What is personal in a case. */
export interface CasePapers {
  /** The name as it was screened, and what the list says. */
  readonly screened?: string;
  readonly hit?: NameHit;
  /** Where money goes to or came from, and what the list says of it. */
  readonly address?: string;
  readonly note?: string;
  /** The customer's answer. */
  readonly answer?: { readonly origin: string; readonly text: string; readonly pictures: readonly number[] };
}

export const caseContext = (id: number): string => `compliance:${id}`;
export const eventContext = (id: number): string => `compliance_event:${id}`;

export function sealPapers(vault: Vault, id: number, papers: CasePapers): Buffer {
  return vault.seal(caseContext(id), JSON.stringify(papers));
}

export function openPapers(vault: Vault, { id, sealed }: Pick<Case, 'id' | 'sealed'>): CasePapers {
  return sealed === null ? {} : (JSON.parse(vault.openText(caseContext(id), sealed)) as CasePapers);
}

export function sealEventNote(vault: Vault, id: number, note: string): Buffer {
  return vault.seal(eventContext(id), note);
}

export function openEventNote(vault: Vault, { id, sealedNote }: CaseEvent): string {
  return sealedNote === null ? '' : vault.openText(eventContext(id), sealedNote);
}
