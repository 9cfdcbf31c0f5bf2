import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { WireConversion } from '@tallystick/protocol/wire';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSettings } from '#lib/settings.ts';
import { List, Row } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { formatDate } from '#ui/format.ts';
import { MoreButton } from '#ui/more-button.tsx';
import { Pending, SkeletonRows } from '#ui/states.tsx';
import { conversionsQuery } from '../api/convert.ts';
import { ConversionResult } from './conversion-result.tsx';
import styles from './conversion-list.module.css';
import { exact } from './exact.ts';

function ConversionRow({
  conversion,
  onOpen,
}: {
  readonly conversion: WireConversion;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('convert');
  const { hideBalances } = useSettings();
  const { kind, paid, received, at_ms } = conversion;
  return (
    <Row
      icon={<CoinIcon symbol={received.currency} size={28} />}
      onClick={onOpen}
      title={
        <span className="wrap inline-row-4px">
          {kind === 'dust' ? t('history.dust') : paid[0]?.currency}
          <ArrowRight size={14} className="quiet" aria-label="→" />
          {received.currency}
        </span>
      }
      detail={formatDate(at_ms, 'dayMinute')}
      value={`+${exact(received.amount, hideBalances)} ${received.currency}`}
    />
  );
}

/** Conversions, newest first. Renders nothing if there are none. */
export function ConversionList() {
  const { t } = useTranslation('convert');
  const query = useInfiniteQuery(conversionsQuery());
  const { data, error, refetch } = query;
  const [opened, setOpened] = useState<WireConversion>();
  const conversions = data?.pages.flatMap(page => page.items);
  if (!conversions) return <Pending error={error} onRetry={refetch} shape={<SkeletonRows count={2} />} />;
  if (conversions.length === 0) return null;
  return (
    <section>
      <h2 className={styles['heading']}>{t('history.title')}</h2>
      <List>
        {conversions.map(conversion => (
          <ConversionRow
            key={conversion.conversion_id}
            conversion={conversion}
            onOpen={() => setOpened(conversion)}
          />
        ))}
      </List>
      <MoreButton query={query}>{t('history.more')}</MoreButton>
      {opened ? <ConversionResult conversion={opened} onClose={() => setOpened(undefined)} /> : null}
    </section>
  );
}
