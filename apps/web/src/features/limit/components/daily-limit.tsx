import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireOwnLimits } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useForm } from '#lib/use-form.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { AmountInput } from '#ui/amount-input.tsx';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { formatAmount, formatDate } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { showToast } from '#ui/toast.ts';
import { setLimits } from '../api/limit.ts';
import { effectOf, LIMIT_DECIMALS, usedPercent } from '../model/daily-form.ts';
import { FormError } from '#ui/form-error.tsx';
import styles from './limit.module.css';
import { Pending } from './pending.tsx';

function Standing({ limits }: { readonly limits: WireOwnLimits }) {
  const { t } = useTranslation('limit');
  const { currency, daily_loss_limit: limit, lost_today, at_risk, remaining, day_ends_at_ms } = limits;
  const amount = (value: string) => `${formatAmount(value)} ${currency}`;
  const used = limit === null ? undefined : usedPercent(limit, lost_today, at_risk);
  const hasWon = lost_today.startsWith('-');
  return (
    <div className={styles['standing']}>
      <span className="soft text-12 leading-17">
        {t(remaining === null ? 'daily.none' : 'daily.remaining')}
      </span>
      {remaining === null ? null : <b className="figure">{amount(remaining)}</b>}
      {used ? (
        <div className={styles['bar']} aria-hidden="true">
          <i className={styles['lost']} style={{ width: `${used.lost}%` }} />
          <i className={styles['risk']} style={{ width: `${used.atRisk}%` }} />
        </div>
      ) : null}
      <KeyValues>
        {limit === null ? null : <KeyValue label={t('daily.limit')}>{amount(limit)}</KeyValue>}
        <KeyValue label={t(hasWon ? 'daily.won' : 'daily.lost')}>
          {formatAmount(lost_today.replace('-', ''))} {currency}
        </KeyValue>
        <KeyValue label={t('daily.atRisk')}>{amount(at_risk)}</KeyValue>
        <KeyValue label={t('daily.newDay')}>{formatDate(day_ends_at_ms, 'dayMinute')}</KeyValue>
      </KeyValues>
    </div>
  );
}

/** The most the customer wants to lose in a day. Lowering it applies at once, raising it after a day. */
export function DailyLimit({ limits }: { readonly limits: WireOwnLimits }) {
  const { t } = useTranslation('limit');
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const { currency, daily_loss_limit: current, next_daily_loss_limit: next } = limits;
  const effect = effectOf(typed, current);
  const problem = effect === undefined ? 'enter' : effect.isSame ? 'same' : undefined;
  const { shown, guard, restart } = useForm(problem ? [{ code: problem, field: 'amount' } as const] : []);
  const told = shown('amount');

  const save = async (limit: string) => {
    await setLimits(client, { daily_loss_limit: limit });
    // Keeps input typed while the request was pending.
    setTyped(now => (now === typed ? '' : now));
    restart();
    showToast(t('saved'), 'good');
  };
  const set = useSubmit(async () => {
    if (effect) await save(effect.limit);
  });
  const lift = useSubmit(() => save('none'));
  const keep = useSubmit(() => save(current ?? 'none'));
  const error = set.error ?? lift.error ?? keep.error;
  // One change at a time, as two responses may arrive in either order.
  const isBusy = set.busy || lift.busy || keep.busy;
  return (
    <Card className="stack-3 cols-1">
      <h2 className="text-17 leading-24">{t('daily.title')}</h2>
      <p className={styles['text']}>{t('daily.text')}</p>
      <Standing limits={limits} />
      {next ? (
        <Pending
          fromMs={next.from_ms}
          text={
            next.limit === null
              ? t('daily.willLift')
              : t('daily.willBe', { amount: `${formatAmount(next.limit)} ${currency}` })
          }
          keepLabel={t('daily.keep')}
          busy={isBusy}
          onKeep={keep.submit}
        />
      ) : null}
      <form noValidate className="stack-2" aria-label={t('daily.title')} onSubmit={guard(set.submit)}>
        <AmountInput
          label={t('daily.field')}
          value={typed}
          decimals={LIMIT_DECIMALS}
          unit={currency}
          placeholder="0"
          error={told && t(`daily.${told.code}`)}
          hint={effect && !effect.isSame ? t(effect.isLooser ? 'daily.later' : 'daily.atOnce') : undefined}
          onChange={value => {
            set.clearError();
            setTyped(value);
          }}
        />
        <FormError error={error} className={styles['error']} />
        <div className={styles['buttons']}>
          {current === null || next?.limit === null ? null : (
            <Button tone="quiet" size="small" busy={isBusy} onClick={lift.submit}>
              {t('daily.lift')}
            </Button>
          )}
          <SubmitButton size="small" busy={isBusy} problem={undefined}>
            {t(current === null ? 'daily.set' : 'daily.change')}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
