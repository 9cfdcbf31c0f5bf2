import { isDeepStrictEqual } from 'node:util';
import type { settingChange } from '@tallystick/protocol/desk/changes';
import { platformSettings } from '@tallystick/protocol/desk/settings';
import type { z } from 'zod';
import { CallFailure } from '../../../../http/call-failure.ts';
import type { DeskExchange } from '../../../../approval/desk-exchange.ts';
import type { PlatformSettings } from '../../../../settings/platform-settings.ts';
import { requireNetworkRules } from '../../setting/network-rules.ts';
import { aboveCeiling, splitSetting } from '../../setting/worse-settings.ts';
import type { ProposalKind } from '../../../../approval/proposal-kind.ts';
import type { TermsNotice } from '../../../notice/terms-notice.ts';
import { toldOf, worthOf } from './setting-words.ts';

type Change = z.output<typeof settingChange>;

export interface SettingKindOptions {
  readonly settings: PlatformSettings;
  readonly exchange: DeskExchange;
  readonly now: () => number;
  readonly notice: TermsNotice;
  /** Sends the exchange the settings it needs. */
  readonly changed: () => Promise<void>;
}

/** Limits, fees, bank details, product lines, the end of maintenance. */
export function settingKind({
  settings,
  exchange,
  now,
  notice,
  changed,
}: SettingKindOptions): ProposalKind<Change> {
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
      const { name } = change;
      const above = aboveCeiling(name, parsed.data, (id, amount) => worthOf(exchange, id, amount));
      if (above !== null) throw new CallFailure('setting_above_ceiling', above);
      requireNetworkRules(name, parsed.data, id => exchange.currency(id));
      const before = await settings.read(client, name);
      const announced = settings.announced(name);
      if (announced === null && isDeepStrictEqual(before, parsed.data)) {
        throw new CallFailure('nothing_changed');
      }
      const { now: atOnce, later } = splitSetting(name, before, parsed.data);
      return {
        subject: `setting:${name}`,
        before: announced === null ? before : { ...before, announced: announced.value },
        after: later === null ? atOnce : { ...(atOnce as object), ...notice.shown(later) },
      };
    },
    async apply(client, { name, value }, operator) {
      const atMs = now();
      const before = await settings.read(client, name);
      const { now: atOnce, later } = splitSetting(name, before, platformSettings[name].parse(value));
      const effectiveAtMs = atMs + notice.ms();
      await settings.announce(
        client,
        name,
        later === null ? null : { value: later, by: operator.name, effectiveAtMs },
      );
      if (later === null || !isDeepStrictEqual(before, atOnce)) {
        await settings.write(client, name, atOnce, operator.name, atMs);
      }
      if (later !== null)
        await notice.publish(client, 'withdrawals', effectiveAtMs, toldOf(before, later, exchange));
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
