import { formatMinor } from '@tallystick/core/money/decimal';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { Card, List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatAmount, formatDate, formatDecimal } from '#ui/format.ts';
import { isTooFarApart, namesOther, type OwnRecord, type ReadRecords } from '../model/shown.ts';
import { Standing } from './standing.tsx';

/** How far what is owed is covered, beside one's own balance. Needs the namespace `reserves`. */
export function ReservesBeside({
  read,
  isDemo,
  isSure,
  of,
}: {
  /** Null: the records do not fit together, or not the log. */
  readonly read: ReadRecords | null;
  readonly isDemo: boolean;
  /** Whether they stand in the public log as this device knows it. */
  readonly isSure: boolean;
  /** What one's own balance is proven with; null: it is not. */
  readonly of: OwnRecord | null;
}) {
  const { t } = useTranslation('reserves');
  if (read === null) return <Alarm title={t('broken')}>{t('brokenText')}</Alarm>;
  if (of !== null && namesOther(read, of)) {
    const numbers = {
      named: formatDecimal(String(read.published.reserves.liabilities_record)),
      own: formatDecimal(String(of.number)),
    };
    return <Alarm title={t('otherRecord')}>{t('otherRecordText', numbers)}</Alarm>;
  }
  if (isTooFarApart(read)) return <Alarm title={t('apart')}>{t('apartText')}</Alarm>;
  return (
    <section className="stack-2">
      <h2 className="text-14 weight-600">{t('title')}</h2>
      <p className="note">{t('asOf', { at: formatDate(read.published.reserves.at_ms) })}</p>
      <List label={t('title')}>
        {read.items
          .filter(({ owed }) => owed > 0n)
          .map(one => (
            <Row
              key={one.currency}
              icon={<CoinIcon symbol={one.currency} size={24} />}
              title={one.currency}
              detail={t('owedShort', { amount: formatAmount(formatMinor(one.owed, one.decimals)) })}
              value={<Standing one={one} isDemo={isDemo} isSure={isSure} />}
              to={paths.reserves.getHref({ currency: one.currency })}
            />
          ))}
      </List>
    </section>
  );
}

/** What is published cannot be relied on. */
export function Alarm({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <Card className="stack-1" role="alert" data-alarm>
      <h2 className="text-14 weight-600 flex-2">
        <ShieldAlert size={18} aria-hidden="true" /> {title}
      </h2>
      <p className="lead">{children}</p>
    </Card>
  );
}
