import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { PlatformSettings } from '../../settings/platform-settings.ts';
import type { BasicFields } from '../identity/fields.ts';
import { openFields } from '../identity/sealing.ts';
import { newestOf } from '../identity/store.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Cases } from './cases.ts';
import type { CustomerScreening } from './screening.ts';

export interface GatesOptions {
  readonly pool: pg.Pool;
  readonly vault: Vault;
  readonly settings: Pick<PlatformSettings, 'get'>;
  readonly screening: CustomerScreening;
  readonly cases: Cases;
  readonly now: () => number;
}

type Facts = Pick<BasicFields, 'country' | 'birthDate'>;

/** Who may be a customer at all: by country and age, and not before they were compared with the lists. */
export class IdentityGates {
  readonly #options: GatesOptions;

  constructor(options: GatesOptions) {
    this.#options = options;
  }

  /** @throws CallFailure country_not_served, missing_field (the date of birth), too_young */
  refuse({ country, birthDate }: Facts): void {
    const { settings, now } = this.#options;
    const { refused_countries: refused, minimum_age: minimum } = settings.get('compliance');
    if (refused.split(/[\s,]+/).includes(country)) {
      throw new CallFailure('country_not_served', { field: 'country' });
    }
    if (minimum === 0) return;
    if (birthDate === null) throw new CallFailure('missing_field', { field: 'birth_date' });
    if (ageAt(birthDate, now()) < minimum) {
      throw new CallFailure('too_young', { field: 'birth_date', minimum });
    }
  }

  /**
   * Compares a customer with the lists as they are now, before somebody verifies them. @throws CallFailure
   * compliance_hold, and what `refuse` does: the rules may have changed since they applied
   */
  async beforeVerified(customerId: number): Promise<void> {
    const { pool, vault, screening, cases } = this.#options;
    const { basic } = await newestOf(pool, customerId);
    const fields = basic === null ? null : openFields(vault, basic);
    if (fields !== null) this.refuse(fields);
    await screening.screen(customerId);
    await cases.refuseHeld(pool, customerId);
  }
}

/** Whole years, by the calendar in UTC; whoever is born on 29 February is a year older on 1 March of other years. */
export function ageAt(birthDate: string, nowMs: number): number {
  const now = new Date(nowMs);
  const years = now.getUTCFullYear() - Number(birthDate.slice(0, 4));
  const today = now.toISOString().slice(5, 10);
  return today < birthDate.slice(5) ? years - 1 : years;
}
