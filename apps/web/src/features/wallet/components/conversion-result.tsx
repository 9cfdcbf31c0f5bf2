import { Link } from 'react-router';
import type { WireConversion } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { KeyValue } from '#ui/card.tsx';
import { formatDate, formatDecimal } from '#ui/format.ts';
import styles from './conversion-result.module.css';
import { amountText } from './convert-quote.tsx';
import { DoneSheet } from './done-sheet.tsx';
import { exact } from './exact.ts';

/** A conversion as booked, with links to its orders or price ticks. */
export function ConversionResult({
  conversion,
  onClose,
}: {
  readonly conversion: WireConversion;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['convert', 'common']);
  const { kind, paid, received, least, rest, order_ids, lines, spread_percent, at_ms } = conversion;
  return (
    <DoneSheet
      title={t(kind === 'dust' ? 'convert:done.dust' : 'convert:done.title')}
      amount={`+ ${exact(received.amount)}`}
      unit={received.currency}
      records={{ label: t('convert:done.records'), to: paths.records.getHref() }}
      close={t('convert:done.close')}
      onClose={onClose}
    >
      <KeyValue label={t('convert:done.paid')}>{paid.map(amountText).join(', ')}</KeyValue>
      {least === null ? null : <KeyValue label={t('convert:quote.least')}>{amountText(least)}</KeyValue>}
      {rest === null ? null : <KeyValue label={t('convert:quote.rest')}>{amountText(rest)}</KeyValue>}
      {spread_percent === null ? null : (
        <KeyValue label={t('convert:dust.spread')}>{formatDecimal(spread_percent)}%</KeyValue>
      )}
      {lines.map(line => (
        <KeyValue key={line.currency} label={`${exact(line.amount)} ${line.currency}`}>
          {t('convert:dust.boughtAt', {
            received: exact(line.received),
            currency: received.currency,
            price: formatDecimal(line.price),
            tick: line.tick_number,
          })}
        </KeyValue>
      ))}
      <KeyValue label={t('convert:done.time')}>{formatDate(at_ms)}</KeyValue>
      {order_ids.map(id => (
        <KeyValue key={id} label={t('convert:done.order')}>
          <Link className={styles['order']} to={paths.trade.getHref({ order: id })}>
            #{id}
          </Link>
        </KeyValue>
      ))}
    </DoneSheet>
  );
}
