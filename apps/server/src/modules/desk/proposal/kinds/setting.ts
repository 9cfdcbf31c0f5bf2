import { isDeepStrictEqual } from 'node:util';
import type { settingChange } from '@tallystick/protocol/desk/changes';
import { platformSettings } from '@tallystick/protocol/desk/settings';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../desk-exchange.ts';
import type { PlatformSettings } from '../../setting/platform-settings.ts';
import type { ProposalKind } from '../kind.ts';

type Change = z.output<typeof settingChange>;

export interface SettingKindOptions {
  readonly settings: PlatformSettings;
  readonly exchange: DeskExchange;
  readonly now: () => number;
  /** Tells the exchange what it has to know of the settings. */
  readonly changed: () => Promise<void>;
}

/** Limits, fees, bank details, product lines, the end of maintenance. */
export function settingKind({ settings, exchange, now, changed }: SettingKindOptions): ProposalKind<Change> {
  return {
    propose: 'setting.propose',
    confirm: 'setting.confirm',
    async prepare(client, change) {
      const parsed = platformSettings[change.name].safeParse(change.value);
      if (!parsed.success) {
        throw new CallFailure('invalid_input', { field: parsed.error.issues[0]?.path.join('.') ?? 'value' });
      }
      for (const currencyId of currenciesIn(parsed.data)) {
        if (exchange.currency(currencyId) === null) {
          throw new CallFailure('unknown_currency', { field: 'currency_id' });
        }
      }
      const before = await settings.read(client, change.name);
      if (isDeepStrictEqual(before, parsed.data)) throw new CallFailure('nothing_changed');
      return { subject: `setting:${change.name}`, before, after: parsed.data };
    },
    async apply(client, change, operator) {
      await settings.write(client, change.name, change.value, operator.name, now());
    },
    async committed() {
      await settings.reload();
      await changed();
    },
  };
}

function currenciesIn(value: z.output<(typeof platformSettings)[Change['name']]>): number[] {
  return 'items' in value ? value.items.map(item => item.currency_id) : [];
}
