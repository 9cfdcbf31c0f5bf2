import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { PortfolioFacts } from '@tallystick/protocol/portfolio/facts';
import { stressOf, type Portfolio, type Stress } from '@tallystick/protocol/portfolio/portfolio';
import { useTranslation } from '#i18n/use-translation.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { cx } from '#ui/class-names.ts';
import { formatPercent } from '#ui/format.ts';
import { RangeInput } from '#ui/range-input.tsx';
import { Chips } from '#ui/segmented.tsx';
import { SelectChip } from '#ui/select-chip.tsx';
import {
  chooseOwn,
  FIRST_CHOICE,
  MOST_PERCENT,
  OWN_STEPS,
  SHOCK_STEPS,
  shocksOf,
  type ShockChoice,
} from '../model/shocks.ts';
import { percentText, priceText, type CoinOf } from '../model/shown.ts';
import { Line, Money, Section } from './figures.tsx';
import styles from './portfolio.module.css';

const shockText = (percent: number) => formatPercent(String(percent), { minDecimals: 0 });

interface StressCardProps {
  readonly facts: PortfolioFacts;
  readonly portfolio: Portfolio;
  readonly coinOf: CoinOf;
}

/** What would be left if prices moved. All of it is computed here: moving the slider asks for nothing. */
export function StressCard({ facts, portfolio, coinOf }: StressCardProps) {
  const { t } = useTranslation('portfolio');
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const { unit, exposure } = portfolio;
  const stress = useMemo(() => {
    const coins = exposure.coins.map(({ currencyId }) => currencyId);
    return stressOf(facts, shocksOf(choice, coins));
  }, [facts, exposure, choice]);
  const text = shockText(choice.all);
  const setAll = (all: number) => setChoice(before => ({ ...before, all }));
  return (
    <Section name="stress" title={t('stress.title')} text={t('stress.text', { unit: unit.code })}>
      <div className={cx('ends', styles['shock'])}>
        <span>{t('stress.all')}</span>
        <output className={choice.all < 0 ? 'down' : choice.all > 0 ? 'up' : undefined}>{text}</output>
      </div>
      <RangeInput
        aria-label={t('stress.all')}
        aria-valuetext={text}
        max={2 * MOST_PERCENT}
        value={choice.all + MOST_PERCENT}
        onChange={value => setAll(value - MOST_PERCENT)}
      />
      <Chips
        label={t('stress.steps')}
        value={String(choice.all)}
        onChange={value => setAll(SHOCK_STEPS.find(step => String(step) === value) ?? 0)}
        choices={SHOCK_STEPS.map(step => ({ value: String(step), label: shockText(step) }))}
      />
      <Result stress={stress} portfolio={portfolio} coinOf={coinOf} />
      {exposure.coins.length === 0 ? null : (
        <OwnShocks choice={choice} onChoose={setChoice} portfolio={portfolio} coinOf={coinOf} />
      )}
    </Section>
  );
}

function Result({
  stress,
  portfolio: { unit, groups },
  coinOf,
}: Omit<StressCardProps, 'facts'> & { readonly stress: Stress }) {
  const { t } = useTranslation('portfolio');
  const change = (minor: bigint) => <Money minor={minor} of={unit} change />;
  return (
    <>
      <p className={styles['label']}>{t('stress.after')}</p>
      <p className={styles['subline']} data-figure="after">
        <Money minor={stress.equityMinor} of={unit} /> <span className={styles['unit']}>{unit.code}</span>
      </p>
      <dl className={styles['lines']}>
        <Line strong name="change" label={t('stress.change')} text={t('stress.changeText')}>
          {change(stress.changeMinor)}
          {stress.changeBps === null ? null : (
            <span className={styles['amount']}> {percentText(stress.changeBps, 'always')}</span>
          )}
        </Line>
        {stress.coins.map(({ currencyId, changeMinor }) => (
          <Line key={currencyId} label={t('stress.held', { coin: coinOf(currencyId).code })}>
            {change(changeMinor)}
          </Line>
        ))}
        {groups.length === 0 ? null : (
          <Line name="contracts" label={t('stress.contracts')}>
            {change(stress.contractsMinor)}
          </Line>
        )}
        <Liquidated stress={stress} unit={unit} />
      </dl>
      {groups.length > 0 && stress.liquidated.length === 0 ? (
        <p className={styles['text']}>{t('stress.noneLiquidated')}</p>
      ) : null}
    </>
  );
}

/** The rest is one line, so that the lines still add up. */
const LISTED = 20;

function Liquidated({
  stress: { liquidated },
  unit,
}: {
  readonly stress: Stress;
  readonly unit: Portfolio['unit'];
}) {
  const { t } = useTranslation('portfolio');
  const more = liquidated.slice(LISTED);
  return (
    <>
      {liquidated.slice(0, LISTED).map(({ figures, changeMinor }) =>
        figures.positions.map(({ position }) => {
          const { symbol, side, multiple, positionId, liquidationE8 } = position;
          const name = `${symbol} ${t(`account.${side}`)} ${multiple}×`;
          return (
            <Line
              key={positionId}
              name="liquidated"
              label={<span className="warn">{t('stress.liquidated', { position: name })}</span>}
              text={t('stress.liquidatedText', {
                price: liquidationE8 === null ? '—' : priceText(position, liquidationE8),
              })}
            >
              <Money minor={changeMinor} of={unit} change />
            </Line>
          );
        }),
      )}
      {more.length === 0 ? null : (
        <Line name="more" label={<span className="warn">{t('stress.more', { count: more.length })}</span>}>
          <Money minor={more.reduce((sum, one) => sum + one.changeMinor, 0n)} of={unit} change />
        </Line>
      )}
    </>
  );
}

/** Moves of single coins. */
function OwnShocks({
  choice,
  onChoose,
  portfolio: { exposure },
  coinOf,
}: Omit<StressCardProps, 'facts'> & {
  readonly choice: ShockChoice;
  readonly onChoose: (choice: ShockChoice) => void;
}) {
  const { t } = useTranslation('portfolio');
  return (
    <details className={styles['details']}>
      <summary className={styles['summary']}>
        <span className="grow">{t('stress.own')}</span>
        <ChevronDown size={16} className={styles['chevron']} aria-hidden="true" />
      </summary>
      <ul className={styles['shocks']}>
        {exposure.coins.map(({ currencyId }) => {
          const { code } = coinOf(currencyId);
          return (
            <li key={currencyId}>
              <CoinIcon symbol={code} size={24} />
              <span className="grow weight-600">{code}</span>
              <SelectChip
                label={t('stress.of', { coin: code })}
                value={String(choice.own.get(currencyId) ?? '')}
                onChange={value =>
                  onChoose(
                    chooseOwn(
                      choice,
                      currencyId,
                      OWN_STEPS.find(step => String(step) === value),
                    ),
                  )
                }
              >
                <option value="">{t('stress.asAll')}</option>
                {OWN_STEPS.map(step => (
                  <option key={step} value={String(step)}>
                    {shockText(step)}
                  </option>
                ))}
              </SelectChip>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
