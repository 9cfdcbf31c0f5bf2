import { useQuery } from '@tanstack/react-query';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireContract, WireLiquidation } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { formatDecimal, formatPercent } from '#ui/format.ts';
import { liquidationsAroundQuery } from '../api/proof.ts';
import { stepPositions, stepsOf, type Step, type StepPosition } from '../model/cross-steps.ts';
import { percentOf } from '../model/figures.ts';
import { minorOf } from '../model/positions.ts';
import styles from './cross-proof.module.css';

/** The steps in which an account was liquidated, in their order; each can be chosen, to see and verify it. */
export function CrossSteps({
  record,
  contract,
  onChoose,
}: {
  readonly record: WireLiquidation;
  readonly contract: WireContract;
  readonly onChoose: (step: Step) => void;
}) {
  const { t } = useTranslation('perpetual');
  const { data } = useQuery(liquidationsAroundQuery(record));
  const { code, decimals } = contract.quote;
  // Until the others are known, the list has the chosen one.
  const steps = stepsOf(data ?? [record], record);
  return (
    <section aria-label={t('steps.title')}>
      <h3 className="subheading">{t('steps.title')}</h3>
      <ol className={styles['steps']}>
        {steps.map((step, index) => {
          const fallen = stepPositions(step, decimals).find(one => one.isLiquidated);
          const isShown = step.liquidation_id === record.liquidation_id;
          return (
            <li key={step.liquidation_id}>
              <button
                type="button"
                className={styles['step']}
                aria-current={isShown ? 'step' : undefined}
                onClick={() => onChoose(step)}
              >
                <span className="ends">
                  <span className="weight-600">
                    {t('steps.step', { step: index + 1, count: steps.length })} ·{' '}
                    {t(`direction.${step.direction}`)} {step.symbol}
                  </span>
                  <span className={cx('weight-600', toneOf(fallen))}>
                    {fallen ? `${formatDecimal(formatMinor(fallen.resultMinor, decimals))} ${code}` : null}
                  </span>
                </span>
                <span className="note">
                  {t('steps.reached', {
                    equity: `${formatDecimal(step.account.equity)} ${code}`,
                    maintenance: `${formatDecimal(step.account.maintenance_margin)} ${code}`,
                  })}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The account as it was before the step: what it had, what its positions needed, and each of them at its mark. */
export function CrossAccountThen({
  account,
  record,
  contract,
}: {
  readonly account: NonNullable<WireLiquidation['account']>;
  readonly record: WireLiquidation;
  readonly contract: WireContract;
}) {
  const { t } = useTranslation('perpetual');
  const { code, decimals } = contract.quote;
  const money = (text: string) => `${formatDecimal(text)} ${code}`;
  const equity = minorOf(account.equity, decimals);
  const maintenance = minorOf(account.maintenance_margin, decimals);
  return (
    <>
      <h3 className="subheading">{t('steps.account')}</h3>
      <KeyValues className="sums">
        <KeyValue label={t('ticket.available')}>{money(account.available)}</KeyValue>
        <KeyValue label={t('steps.equity')}>{money(account.equity)}</KeyValue>
        <KeyValue label={t('steps.maintenance')}>{money(account.maintenance_margin)}</KeyValue>
        <KeyValue label={t('marginType.rate')} strong>
          {equity > 0n ? formatPercent(percentOf(maintenance, equity), { sign: 'never' }) : '≥ 100%'}
        </KeyValue>
      </KeyValues>
      <h3 className="subheading">{t('steps.order')}</h3>
      <ol className={styles['positions']}>
        {stepPositions(record, decimals).map(one => (
          <li key={one.positionId} data-liquidated={one.isLiquidated}>
            <span className="ends">
              <span className={cx(one.isLiquidated && 'weight-600')}>
                {t(`direction.${one.direction}`)} {one.symbol}{' '}
                {one.isLiquidated ? <span className="warn">{t('steps.liquidated')}</span> : null}
              </span>
              <span className={cx('weight-600', toneOf(one))}>
                {formatDecimal(formatMinor(one.resultMinor, decimals))} {code}
              </span>
            </span>
            <span className="note">{t('story.mark', { price: formatDecimal(one.mark) })}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function toneOf(position: StepPosition | undefined): string | false {
  if (position === undefined || position.resultMinor === 0n) return false;
  return position.resultMinor > 0n ? 'up' : 'down';
}
