import type { Vault } from '../../vault/vault.ts';
import type { BasicFields } from '../identity/fields.ts';
import { openFields } from '../identity/sealing.ts';
import * as identity from '../identity/store.ts';
import type { PictureIds, Queries } from '../identity/store.ts';

/** The identity that the applicant claims. */
export type Claim = Pick<BasicFields, 'country' | 'fullName' | 'idNumber'>;

/** The identity with which the account was verified. */
export interface IdentityOnFile {
  readonly fields: BasicFields;
  readonly pictures: PictureIds;
}

export const contextOf = (id: number): string => `recovery:${id}`;

export function sealClaim(vault: Vault, id: number, claim: Claim): Buffer {
  return vault.seal(contextOf(id), JSON.stringify(claim));
}

export function openClaim(vault: Vault, id: number, sealed: Buffer): Claim {
  return JSON.parse(vault.openText(contextOf(id), sealed)) as Claim;
}

/** Null: the account was never fully verified, so there is nothing to compare with. */
export async function identityOnFile(
  db: Queries,
  vault: Vault,
  customerId: number,
): Promise<IdentityOnFile | null> {
  const { basic, advanced } = await identity.newestOf(db, customerId);
  if (basic?.state !== 'verified' || advanced?.state !== 'verified') return null;
  const fields = openFields(vault, basic);
  return fields === null || advanced.pictures === null ? null : { fields, pictures: advanced.pictures };
}

/** The fields that differ, as a hint for operators. Names are compared without case and diacritics. */
export function differences(claim: Claim, onFile: BasicFields): (keyof Claim)[] {
  const plain = (name: string): string =>
    name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/gu, ' ');
  const differing: (keyof Claim)[] = [];
  if (plain(claim.fullName) !== plain(onFile.fullName)) differing.push('fullName');
  if (claim.country !== onFile.country) differing.push('country');
  if (claim.idNumber !== onFile.idNumber) differing.push('idNumber');
  return differing;
}
