import { useState } from 'react';
import { Link } from 'react-router';
import { formatMinor } from '@tallystick/core/money/decimal';
import { byNearness, type GroupFigures, type PositionFigures } from '@tallystick/protocol/portfolio/groups';
import type { Portfolio } from '@tallystick/protocol/portfolio/portfolio';
import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { cx } from '#ui/class-names.ts';
import { plotNumber } from '#ui/format.ts';
import { levelOf } from '../model/levels.ts';
import { percentText, priceText, type CoinOf } from '../model/shown.ts';
import { Line, Money, Section } from './figures.tsx';
import styles from './portfolio.module.css';

/** The contract account: what it is worth, what positions need of it, and how near each is to its liquidation. */
export function AccountCard({
  portfolio,
  coinOf,
}: {
  readonly portfolio: Portfolio;
  readonly coinOf: CoinOf;
}) {
  const { t } = useTranslation('portfolio');
  const { account, groups, unit } = portfolio;
  const { nearest } = account;
  const isCross = groups.some(({ group }) => group.kind === 'cross');
  const money = (minor: bigint, change = false) => <Money minor={minor} of={unit} change={change} />;
  return (
    <Section
      name="account"
      title={t('account.title')}
      text={t(isCross ? 'account.textCross' : 'account.text')}
    >
      <dl className={styles['lines']}>
        <Line strong name="equity" label={t('account.equity')} text={t('account.equityText')}>
          {money(account.equityMinor)}
        </Line>
        <Line label={t('parts.available')}>{money(account.availableMinor)}</Line>
        <Line label={t('parts.margin')} {...(isCross ? {} : { text: t('account.marginText') })}>
          {money(account.marginMinor)}
        </Line>
        <Line label={t('parts.waiting')}>{money(account.waitingMinor)}</Line>
        <Line label={t('parts.result')}>{money(account.resultMinor, true)}</Line>
      </dl>
      <dl className={styles['lines']}>
        <Line name="maintenance" label={t('account.maintenance')} text={t('account.maintenanceText')}>
          {money(account.maintenanceMinor)}
        </Line>
        <Line strong name="rate" label={t('account.rate')} text={t('account.rateText')}>
          {account.rateBps === null ? '—' : percentText(account.rateBps)}
        </Line>
        {nearest === null ? null : (
          <Line name="nearest" label={t('account.nearest')} text={t('account.nearestText')}>
            <RateWord group={nearest} />
          </Line>
        )}
        {account.otherCoinsMinor === 0n ? null : (
          <Line label={t('account.otherCoins')} text={t('account.otherCoinsText')}>
            {money(account.otherCoinsMinor)}
          </Line>
        )}
      </dl>
      {groups.length === 0 ? (
        <p className={styles['text']}>{t('account.noPositions')}</p>
      ) : (
        <Positions groups={groups} coinOf={coinOf} />
      )}
    </Section>
  );
}

/** Nobody looks through more at once. */
const SHOWN_AT_FIRST = 20;

function Positions({
  groups,
  coinOf,
}: {
  readonly groups: readonly GroupFigures[];
  readonly coinOf: CoinOf;
}) {
  const { t } = useTranslation('portfolio');
  const [all, setAll] = useState(false);
  const rows = groups
    .toSorted(byNearness)
    .flatMap(group => group.positions.map(figures => ({ group, figures })));
  const shown = all ? rows : rows.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <h3 className={styles['subtitle']}>{t('account.positions')}</h3>
      <ul className={styles['positions']}>
        {shown.map(({ group, figures }) => (
          <PositionRow
            key={figures.position.positionId}
            group={group}
            figures={figures}
            code={coinOf(figures.position.baseCurrencyId).code}
          />
        ))}
      </ul>
      {shown.length === rows.length ? null : (
        <Button tone="quiet" size="small" onClick={() => setAll(true)}>
          {t('account.more', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

/** How near the group is: its rate, and what that means. */
function RateWord({ group: { rateBps } }: { readonly group: GroupFigures }) {
  const { t } = useTranslation('portfolio');
  const level = levelOf(rateBps);
  return (
    <span className={level === 'calm' ? undefined : 'warn'} data-level={level}>
      {rateBps === null ? '' : `${percentText(rateBps)} `}
      {t(`account.${level}`)}
    </span>
  );
}

function PositionRow({
  group,
  figures,
  code,
}: {
  readonly group: GroupFigures;
  readonly figures: PositionFigures;
  readonly code: string;
}) {
  const { t } = useTranslation('portfolio');
  const { position, markE8, distanceBps } = figures;
  const { positionId, marketId, symbol, side, multiple, liquidationE8 } = position;
  const level = levelOf(group.rateBps);
  const filled = group.rateBps === null ? 100 : Math.min(100, plotNumber(formatMinor(group.rateBps, 2)) ?? 0);
  return (
    <li data-position={positionId}>
      <Link
        className={styles['position']}
        to={paths.contract.getHref({ market: marketId, position: positionId })}
      >
        <CoinIcon symbol={code} size={24} />
        <span className={styles['positionLines']}>
          <span className="ends">
            <span className="weight-600">
              {symbol}{' '}
              <span className={cx('nowrap', side === 'long' ? 'up' : 'down')}>
                {t(`account.${side}`)} {multiple}×
              </span>
            </span>
            <span className={cx('weight-600', level !== 'calm' && 'warn')}>
              {distanceBps === null
                ? t(group.group.kind === 'cross' ? 'account.notAlone' : 'account.never')
                : t('account.away', { percent: percentText(distanceBps) })}
            </span>
          </span>
          <span className={cx('ends', styles['second'])}>
            <span>
              {liquidationE8 === null
                ? null
                : t('account.prices', {
                    mark: priceText(position, markE8),
                    price: priceText(position, liquidationE8),
                  })}
            </span>
            <span>
              {group.rateBps === null
                ? null
                : t(group.group.kind === 'cross' ? 'account.sharedRate' : 'account.ownRate', {
                    percent: percentText(group.rateBps),
                  })}
            </span>
          </span>
          <span className={styles['track']} aria-hidden="true">
            <span className={styles[level]} style={{ width: `${filled}%` }} />
          </span>
        </span>
      </Link>
    </li>
  );
}
