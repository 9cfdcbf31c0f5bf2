import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { WireTrustOrder } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue, KeyValues } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import { Meter } from '#ui/meter.tsx';
import { StatePill, type StateTone } from '#ui/state-pill.tsx';
import { Switch } from '#ui/switch.tsx';
import { showRefusal } from '#ui/toast.ts';
import { setRenewal } from '../api/trust.ts';

import styles from './order-card.module.css';

const TONES: Readonly<Record<WireTrustOrder['state'], StateTone>> = {
  hosting: 'good',
  completed: 'quiet',
  redeemed: 'quiet',
};

/** One deposit: its progress, interest paid and next payment. */
export function OrderCard({
  order,
  onRedeem,
  onCheck,
}: {
  readonly order: WireTrustOrder;
  readonly onRedeem: () => void;
  readonly onCheck: () => void;
}) {
  const { t } = useTranslation('trust');
  const { currency, state, cycle_days: days, paid_days: paid } = order;
  const code = currency.code;
  const name = t('orders.id', { id: order.order_id });
  const percent = String(Math.floor((paid * 10_000) / days) / 100);
  return (
    <li aria-label={name}>
      <Card className="stack-3">
        <div className="row-3">
          <CoinIcon symbol={code} size={32} />
          <div className="grow stack-1px">
            <h3 className="break-anywhere text-17 leading-22">
              {formatDecimal(order.amount)} {code}
            </h3>
            <span className="note">
              {name} · {t('product.days', { count: days })} · {formatDecimal(order.daily_yield_percent)}%
            </span>
          </div>
          <StatePill tone={TONES[state]}>{t(`orders.${state}`)}</StatePill>
        </div>
        <Meter percent={percent} left={t('exit.after', { count: paid, total: days })} />
        <KeyValues>
          <KeyValue label={t('orders.earned')}>
            <span className="up">{formatDecimal(order.earned, { sign: 'always' })}</span> /{' '}
            {formatDecimal(order.promised)} {code}
          </KeyValue>
          {order.next_payment === null ? null : (
            <KeyValue label={t('orders.next')}>
              {formatDecimal(order.next_payment, { sign: 'always' })} {code},{' '}
              {formatDate(order.next_payment_at_ms, 'dayMinute')}
            </KeyValue>
          )}
          {state === 'hosting' ? (
            <KeyValue label={t('buy.completes')}>{formatDate(order.completes_at_ms, 'dayMinute')}</KeyValue>
          ) : (
            <KeyValue label={t('orders.ended')}>{formatDate(order.ended_at_ms, 'dayMinute')}</KeyValue>
          )}
          {order.penalty === null ? null : (
            <KeyValue label={t('exit.penalty')}>
              −{formatDecimal(order.penalty)} {code}
            </KeyValue>
          )}
          <KeyValue label={t('orders.bought')}>{formatDate(order.bought_at_ms, 'dayMinute')}</KeyValue>
          {order.renewal_of === null ? null : (
            <KeyValue label={t('orders.renewalOf', { id: order.renewal_of })}>{null}</KeyValue>
          )}
        </KeyValues>
        <Button
          size="small"
          tone="plain"
          icon={<FileCheck2 size={16} aria-hidden="true" />}
          onClick={onCheck}
        >
          {t('orders.check')}
        </Button>
        {state === 'hosting' ? (
          <div className={styles['foot']}>
            <Renewal order={order} />
            <Button size="small" tone="quiet" onClick={onRedeem}>
              {t('orders.redeem')}
            </Button>
          </div>
        ) : null}
      </Card>
    </li>
  );
}

/** Takes effect at once. The switch shows the new value while the call is pending. */
function Renewal({ order }: { readonly order: WireTrustOrder }) {
  const { t } = useTranslation('trust');
  const [wished, setWished] = useState<boolean>();
  const change = (autoRenew: boolean) => {
    setWished(autoRenew);
    setRenewal(order.order_id, autoRenew)
      .catch((error: unknown) => showRefusal(error))
      .finally(() => setWished(undefined));
  };
  return (
    <span className={styles['renew']}>
      <Switch
        label={`${t('buy.renew')}: ${t('orders.id', { id: order.order_id })}`}
        checked={wished ?? order.auto_renew}
        onChange={change}
      />
      <span>{t('buy.renew')}</span>
    </span>
  );
}
