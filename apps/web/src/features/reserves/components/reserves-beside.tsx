import { formatMinor } from '@tallystick/core/money/decimal';
import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { paths } from '#lib/paths.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatAmount, formatDate } from '#ui/format.ts';
import { useReserves } from '../api/calls.ts';
import { readRecords } from '../model/shown.ts';
import { Standing } from './standing.tsx';

/** How far what is owed is covered, beside one's own balance; nothing before it is published. Needs the namespace `reserves`. */
export function ReservesBeside() {
  const { t } = useTranslation('reserves');
  const { data } = useReserves();
  const read = useMemo(() => data?.published && readRecords(data.published, data.origin), [data]);
  if (!data || !read) return null;
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
              value={<Standing one={one} isDemo={data.mode === 'demo'} />}
              to={paths.reserves.getHref({ currency: one.currency })}
            />
          ))}
      </List>
    </section>
  );
}
