import type { WireIdentity } from '@tallystick/protocol';
import { maskAddress, maskName, maskNumber, type BasicFields } from './fields.ts';
import type { Application } from './store.ts';

export interface IdentityParts {
  readonly level: WireIdentity['level'];
  readonly basic: Application | null;
  readonly advanced: Application | null;
  readonly fields: BasicFields | null;
  readonly notes: { readonly basic: string | null; readonly advanced: string | null };
}

/** As its owner sees it: masked, for a session may be in other hands. */
export function wireIdentity({ level, basic, advanced, fields, notes }: IdentityParts): WireIdentity {
  return {
    level,
    basic: {
      ...decisionOf(basic, notes.basic, level !== 'none'),
      redo: redoOf(basic, ['country', 'full_name', 'id_number', 'contact_address']),
      country: fields?.country ?? null,
      full_name: fields === null ? null : maskName(fields.fullName),
      id_number: fields === null ? null : maskNumber(fields.idNumber),
      contact_address: fields === null ? null : maskAddress(fields.contactAddress),
    },
    advanced: {
      ...decisionOf(advanced, notes.advanced, level === 'advanced'),
      redo: redoOf(advanced, ['front', 'back', 'holding']),
      front: advanced?.pictures?.front ?? null,
      back: advanced?.pictures?.back ?? null,
      holding: advanced?.pictures?.holding ?? null,
    },
  };
}

function decisionOf(application: Application | null, note: string | null, reached: boolean) {
  return {
    state: reached ? ('verified' as const) : (application?.state ?? ('unverified' as const)),
    submitted_at_ms: application?.submittedAtMs ?? null,
    decided_at_ms: application?.decidedAtMs ?? null,
    reason: application?.state === 'rejected' ? application.reason : null,
    note: application?.state === 'rejected' ? note : null,
  };
}

function redoOf<Field extends string>(application: Application | null, fields: readonly Field[]): Field[] {
  if (application?.state !== 'rejected') return [];
  return fields.filter(field => application.redo.some(one => one === field));
}
