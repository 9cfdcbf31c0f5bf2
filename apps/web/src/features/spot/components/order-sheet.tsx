import { useQuery } from '@tanstack/react-query';
import type { WireFill, WireOrder } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue, KeyValues } from '#ui/card.tsx';
import { useServerNow } from '#realtime/use-server-now.ts';
import { Button } from '#ui/button.tsx';
import { formatDate, formatDecimal, signOf } from '#ui/format.ts';
import { formatSpan } from '#ui/format-time.ts';
import { HelpLink } from '#ui/help-link.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Pending, Skeleton } from '#ui/states.tsx';
import { fillsQuery, orderQuery } from '../api/orders.ts';
import { orderSize } from './order-card.tsx';
import { typedTrail } from '../model/trail.ts';
import { activationDirection, linkLines, trailText, triggerText } from './order-words.ts';
import styles from './order-sheet.module.css';

function FillRow({ fill }: { readonly fill: WireFill }) {
  const { t } = useTranslation('spot');
  return (
    <li className={styles['fill']}>
      <span>
        <b>{formatDecimal(fill.price)}</b> × {formatDecimal(fill.quantity)}
        <span className="note block">
          {formatDate(fill.at_ms, 'dateTime')} · {t(`role.${fill.role}`)} · #{fill.trade_id}
        </span>
      </span>
      <span className="text-end">
        {formatDecimal(fill.value)} {fill.symbol.split('/')[1]}
        <span className="note block">
          {t('order.fee')} {formatDecimal(fill.fee)} {fill.fee_currency}
        </span>
      </span>
    </li>
  );
}

function Fills({ order }: { readonly order: WireOrder }) {
  const { t } = useTranslation('spot');
  const hasFills = order.average_price !== null;
  const { data, error, refetch } = useQuery({
    ...fillsQuery(order.order_id),
    // Refetches when a new fill changes the filled quantity.
    queryKey: [...fillsQuery(order.order_id).queryKey, order.filled_quantity],
    enabled: hasFills,
  });
  if (!hasFills) return <p className={styles['none']}>{t('order.noFills')}</p>;
  if (data) {
    return (
      <ul>
        {data.map(fill => (
          <FillRow key={fill.trade_id} fill={fill} />
        ))}
      </ul>
    );
  }
  return <Pending error={error} onRetry={refetch} shape={<Skeleton height={88} />} />;
}

/** The order named in the page's URL. */
export function NamedOrder({ orderId, onClose }: { readonly orderId: number; readonly onClose: () => void }) {
  const { t } = useTranslation('spot');
  const { data, error, refetch } = useQuery(orderQuery(orderId));
  if (data) return <OrderSheet order={data} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={t('order.number')}>
      <Pending error={error} onRetry={refetch} shape={<Skeleton height={320} />} />
    </Sheet>
  );
}

/** Everything about one order, with its fills. */
export function OrderSheet({
  order,
  onClose,
  onEdit,
}: {
  readonly order: WireOrder;
  readonly onClose: () => void;
  readonly onEdit?: (() => void) | undefined;
}) {
  const { t } = useTranslation('spot');
  const [base = '', quote = ''] = order.symbol.split('/');
  const price = (text: string | null) => (text === null ? null : `${formatDecimal(text)} ${quote}`);
  const { expires_at_ms: untilMs, trigger_price: trigger } = order;
  const trail = typedTrail(order);
  const waitsFor = trail === null ? order.trigger_direction : activationDirection(order.side);
  const isWaiting = order.status === 'waiting';
  const leftMs = (untilMs ?? 0) - useServerNow(isWaiting && untilMs !== null ? 1000 : undefined);
  const left = isWaiting && leftMs > 0 ? ` · ${t('lasting.left', { span: formatSpan(leftMs) })}` : '';
  const marks = [
    ...(order.if_unfillable === 'expire' ? [t('more.ends')] : []),
    ...(order.guarded ? [t('more.guarded')] : []),
  ].join(' · ');
  const lines: readonly (readonly [string, string | null])[] = [
    [t('order.status'), t(`status.${order.status}`)],
    [t('order.reason'), order.reason && order.reason !== 'filled' ? t(`reason.${order.reason}`) : null],
    [t('order.conversion'), order.conversion_id === undefined ? null : t('order.conversionText')],
    [t('ticket.type'), t(`type.${order.type}`)],
    [
      t('ticket.time'),
      order.price === null ? null : order.post_only ? t('ticket.postOnly') : t(`time.${order.time_in_force}`),
    ],
    [t('order.until'), untilMs === null ? null : `${formatDate(untilMs, 'dateTime')}${left}`],
    [
      t(trail === null ? 'ticket.trigger' : 'trail.starts'),
      trigger === null ? null : triggerText(waitsFor, trigger, quote, t),
    ],
    [t('trail.title'), trail && trailText(order.side, trail, quote, t)],
    [t('source.title'), trigger === null && trail === null ? null : t(`source.${order.trigger_source}`)],
    [
      t('order.triggeredAt'),
      order.triggered_at_ms === null ? null : formatDate(order.triggered_at_ms, 'dateTime'),
    ],
    [t('ticket.price'), price(order.price) ?? t('ticket.marketPrice')],
    [order.quantity === null ? t('ticket.budget') : t('ticket.amount'), orderSize(order)],
    [
      t('order.filled'),
      `${formatDecimal(order.filled_quantity)} ${base} · ${formatDecimal(order.filled_percent)}%`,
    ],
    [
      t('order.prevented'),
      signOf(order.prevented_quantity) === 1 ? `${formatDecimal(order.prevented_quantity)} ${base}` : null,
    ],
    [t('order.average'), price(order.average_price)],
    [t('order.value'), order.average_price === null ? null : `${formatDecimal(order.filled_value)} ${quote}`],
    [
      t('order.fee'),
      order.average_price === null ? null : `${formatDecimal(order.fee)} ${order.fee_currency}`,
    ],
    ...linkLines(order, t),
    [t('more.selfTrade'), order.self_trade === 'expire_taker' ? null : t(`more.${order.self_trade}`)],
    [t('more.title'), marks || null],
    // The linked stop of a sale lives on what the limit order has frozen.
    [
      t('order.frozen'),
      isWaiting && /[1-9]/.test(order.frozen)
        ? `${formatDecimal(order.frozen)} ${order.frozen_currency}`
        : null,
    ],
    [t('order.placed'), formatDate(order.placed_at_ms, 'dateTime')],
    [t('order.updated'), formatDate(order.updated_at_ms, 'dateTime')],
    [t('order.number'), `#${order.order_id}`],
  ];
  return (
    <Sheet
      open
      onClose={onClose}
      footer={onEdit && isWaiting ? <Button onClick={onEdit}>{t('amend.edit')}</Button> : undefined}
      title={`${t(`side.${order.side}`)} ${order.symbol}`}
    >
      <KeyValues>
        {lines.map(([label, value]) =>
          value === null ? null : (
            <KeyValue key={label} label={label}>
              {value}
            </KeyValue>
          ),
        )}
      </KeyValues>
      <h3 className="subheading">{t('order.fills')}</h3>
      <Fills order={order} />
      <HelpLink about="order" id={order.order_id} />
    </Sheet>
  );
}
