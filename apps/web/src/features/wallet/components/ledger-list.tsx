import {
  ArrowDownToLine,
  ArrowDownUp,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChartCandlestick,
  Droplets,
  Flame,
  HeartHandshake,
  Repeat,
  Rocket,
  Sigma,
  Sparkles,
  Timer,
  Undo2,
  PiggyBank,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import type { WireLedgerEntry } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { cx } from '#ui/class-names.ts';
import { formatDate, formatDecimal, signOf } from '#ui/format.ts';
import { byDay, type LedgerReason } from '../model/ledger.ts';
import { EntrySheet } from './entry-sheet.tsx';
import styles from './ledger-list.module.css';
import { exact } from './exact.ts';

const ICONS: Readonly<Record<LedgerReason, LucideIcon>> = {
  faucet: Droplets,
  deposit: ArrowDownToLine,
  deposit_reversal: Undo2,
  goodwill: HeartHandshake,
  rebate: UserPlus,
  perpetual_trade: ChartCandlestick,
  perpetual_funding: Repeat,
  perpetual_liquidation: Flame,
  perpetual_deleveraging: Flame,
  perpetual_offset: ChartCandlestick,
  option_purchase: Timer,
  option_payout: Timer,
  option_refund: Timer,
  trust_interest: PiggyBank,
  trust_redemption: PiggyBank,
  launch_payment: Rocket,
  launch_refund: Undo2,
  launch_release: Rocket,
  withdrawal: ArrowUpFromLine,
  transfer: ArrowLeftRight,
  trade: ArrowDownUp,
  dust_conversion: Sparkles,
  carried_forward: Sigma,
};

function EntryRow({ entry, onOpen }: { readonly entry: WireLedgerEntry; readonly onOpen: () => void }) {
  const { t } = useTranslation('wallet');
  const { hideBalances } = useSettings();
  const { account, currency, amount, balance_after, reason, deal, at_ms } = entry;
  const Icon = ICONS[reason];
  const received = signOf(amount) === 1;
  return (
    <li className={styles['item']}>
      <button type="button" className={styles['row']} aria-haspopup="dialog" onClick={onOpen}>
        <span className={styles['disc']} aria-hidden="true">
          <Icon size={17} strokeWidth={1.8} />
        </span>
        <span className="ends grow">
          <span className="grid">
            <span className="leading-20 weight-500">
              {t(`reason.${reason}`)}
              {deal === null ? null : ` · ${deal.symbol}`}
            </span>
            <span className="note">
              {t(`account.${account}`)} · {formatDate(at_ms, 'time')}
            </span>
          </span>
          <span className={styles['amounts']}>
            <span className={cx('break-anywhere leading-20 weight-600', received && 'accent')}>
              {hideBalances ? '••••' : formatDecimal(amount, { minDecimals: 2, sign: 'always' })} {currency}
            </span>
            <span className="note">{t('record.after', { balance: exact(balance_after, hideBalances) })}</span>
          </span>
        </span>
      </button>
    </li>
  );
}

/** Changes of balances grouped by day, newest first. Pressing one shows its details. */
export function LedgerList({ entries }: { readonly entries: readonly WireLedgerEntry[] }) {
  const [opened, setOpened] = useState<WireLedgerEntry>();
  const days = byDay(entries, atMs => formatDate(atMs, 'date'));
  return (
    <>
      {days.map(({ day, entries: ofDay }) => (
        <section key={day} className={styles['day']} aria-label={day}>
          <p className={styles['date']}>{day}</p>
          <ul>
            {ofDay.map(entry => (
              <EntryRow key={entry.entry_id} entry={entry} onOpen={() => setOpened(entry)} />
            ))}
          </ul>
        </section>
      ))}
      {opened ? <EntrySheet entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}
