import { formatMinor } from '@tallystick/core/money/decimal';
import type { CurrencyReserves } from '@tallystick/verify/public-log/reserves';
import type { CSSProperties } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { exactAmount, plotNumber } from '#ui/format.ts';
import { usePlaceName } from '../use-place-name.ts';
import styles from './reserves.module.css';
import { Standing } from './standing.tsx';

const PROOFS = ['signed', 'observed', 'statement'] as const;

/** What is owed in a currency beside what there is, and what is not proven. Needs the namespace `reserves`. */
export function CurrencyCard({
  one,
  isDemo,
  isSure,
}: {
  readonly one: CurrencyReserves;
  readonly isDemo: boolean;
  /** Whether the records stand in the public log as this device knows it. */
  readonly isSure: boolean;
}) {
  const { t } = useTranslation('reserves');
  const placeName = usePlaceName();
  const shown = (minor: bigint): string => exactAmount(minor, { code: one.currency, decimals: one.decimals });
  const most = one.owed > one.assets ? one.owed : one.assets;
  return (
    <Card className="stack-3">
      <div className="ends">
        <div className={styles['head']}>
          <CoinIcon symbol={one.currency} size={32} />
          <h2>{one.currency}</h2>
        </div>
        <Standing one={one} isDemo={isDemo} isSure={isSure} />
      </div>
      <div className={styles['bars']}>
        <Bar kind="behind" label={t('behind')} amount={shown(one.assets)} part={partOf(one.assets, most)} />
        <Bar kind="owed" label={t('owed')} amount={shown(one.owed)} part={partOf(one.owed, most)} />
      </div>
      <KeyValues>
        {PROOFS.map(proof => (
          <KeyValue key={proof} label={t(`by.${proof}`)}>
            {shown(one[proof])}
          </KeyValue>
        ))}
      </KeyValues>
      {one.unproven.length === 0 ? null : (
        <section>
          <h3 className="text-13 weight-600">{t('unproven.title')}</h3>
          <p className="note">{t('unproven.text')}</p>
          <KeyValues>
            {one.unproven.map(({ place, amount }) => (
              <KeyValue key={place} label={placeName(place)}>
                {shown(BigInt(amount))}
              </KeyValue>
            ))}
          </KeyValues>
        </section>
      )}
      {one.houseAccounts.length === 0 && one.houseAssets === 0n ? null : (
        <section>
          <h3 className="text-13 weight-600">{t('house.title')}</h3>
          <p className="note">{t('house.text')}</p>
          <KeyValues>
            {one.houseAccounts.map(({ name, amount }) => (
              <KeyValue key={name} label={t(`house.${houseName(name)}`)}>
                {shown(BigInt(amount))}
              </KeyValue>
            ))}
            {one.houseAssets === 0n ? null : (
              <KeyValue label={t('house.assets')}>{shown(one.houseAssets)}</KeyValue>
            )}
          </KeyValues>
        </section>
      )}
    </Card>
  );
}

const HOUSE_NAMES = [
  'makers',
  'treasury',
  'insurance',
  'option_pool',
  'fees',
  'trust_escrow',
  'issuer',
] as const;

/** A name that a later release writes is shown as another account. */
function houseName(name: string): (typeof HOUSE_NAMES)[number] | 'other' {
  return HOUSE_NAMES.find(known => known === name) ?? 'other';
}

/** In percent of the larger one. */
function partOf(minor: bigint, most: bigint): number {
  return most === 0n ? 0 : (plotNumber(formatMinor((minor * 10_000n) / most, 2)) ?? 0);
}

function Bar({
  kind,
  label,
  amount,
  part,
}: {
  readonly kind: 'owed' | 'behind';
  readonly label: string;
  readonly amount: string;
  readonly part: number;
}) {
  const style: CSSProperties & Record<`--${string}`, string> = { '--part': `${part}%` };
  return (
    <div className={styles['bar']}>
      <div className={styles['barHead']}>
        <span>{label}</span>
        <b>{amount}</b>
      </div>
      {/* For the eye only; the amounts say the same. */}
      <div className={styles['track']} aria-hidden="true">
        <span className={styles['fill']} data-kind={kind} style={style} />
      </div>
    </div>
  );
}
