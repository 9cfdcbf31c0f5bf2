import type { Vault } from '../../vault/vault.ts';
import type { BasicFields } from './fields.ts';
import type { Application } from './store.ts';

export const fieldsContext = (id: number): string => `identity:${id}`;
export const noteContext = (id: number): string => `identity:${id}:note`;

export function sealFields(vault: Vault, id: number, fields: BasicFields): Buffer {
  return vault.seal(fieldsContext(id), JSON.stringify(fields));
}

/** Null for applications without fields, which are those for the advanced level. */
export function openFields(vault: Vault, { id, sealed }: Application): BasicFields | null {
  if (sealed === null) return null;
  const fields = JSON.parse(vault.openText(fieldsContext(id), sealed)) as BasicFields;
  // Nobody was asked for it in earlier versions.
  return { ...fields, birthDate: fields.birthDate ?? null };
}

export function sealNote(vault: Vault, id: number, note: string): Buffer {
  return vault.seal(noteContext(id), note);
}

export function openNote(vault: Vault, { id, sealedNote }: Application): string | null {
  return sealedNote === null ? null : vault.openText(noteContext(id), sealedNote);
}

/** Fingerprints that find the same document among sealed ones, by country and number; newest key first. */
export function documentPrints(
  vault: Vault,
  { country, idNumber }: Pick<BasicFields, 'country' | 'idNumber'>,
) {
  return vault.fingerprints('identity document', `${country}:${idNumber}`);
}
