import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { StatusActions } from '#ui/status-actions.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { TermsState } from '../features/market/terms-state.tsx';
import { useStatusDialogs } from '../features/market/status-dialogs.tsx';
import { TermsDialog } from '../features/market/terms-dialog.tsx';

type Row = DeskOutput<'GET desk/markets'>['items'][number];

export function MarketsPage() {
  const markets = useDesk('GET desk/markets', {});
  const [edited, setEdited] = useState<Row | null>(null);
  const { stop, resume, prolong, buttons, dialogs } = useStatusDialogs(
    'market',
    (markets.data?.items ?? []).map(({ market }) => market),
  );
  const columns: Column<Row>[] = [
    {
      head: t('markets.market'),
      render: ({ market }) => <strong className="no-break">{market.symbol}</strong>,
    },
    {
      head: t('markets.status'),
      render: ({ market }) => <TermsState of={market} />,
    },
    { head: t('markets.last'), figure: true, render: ({ ticker }) => price(ticker.last) },
    {
      head: t('markets.index'),
      figure: true,
      render: ({ ticker, index }) => (
        <span className="breaks">
          <span className="no-break">{price(ticker.index_price)}</span>{' '}
          {ticker.stale ? <Badge tone="warn">{t('markets.stale')}</Badge> : null}{' '}
          {index.missing === null ? null : (
            <Badge tone="bad">
              {t(index.missing === 'sources' ? 'markets.tooFewSources' : 'markets.sourcesDisagree')}
            </Badge>
          )}{' '}
          {index.dropped.length === 0 ? null : (
            <Badge tone="warn">{t('markets.dropped', { names: index.dropped.join(', ') })}</Badge>
          )}
        </span>
      ),
    },
    {
      head: t('markets.minimum'),
      figure: true,
      render: ({ market }) => `${market.min_notional} ${market.quote.code}`,
    },
    {
      head: t('markets.fees'),
      figure: true,
      render: ({ market }) => `${market.maker_fee_percent} / ${market.taker_fee_percent}`,
    },
    { head: t('markets.band'), figure: true, render: ({ market }) => market.price_band_percent },
    {
      head: '',
      render: row => (
        <StatusActions
          status={row.market.status}
          onEdit={() => setEdited(row)}
          onStop={status => stop(row.market, status)}
          onResume={() => resume(row.market)}
          onProlong={() => prolong(row.market)}
        />
      ),
    },
  ];
  return (
    <Page title={t('nav.markets')} lead={t('markets.lead')} actions={buttons}>
      <Card>
        <Loaded query={markets}>
          {({ items }) => (
            <Table label={t('nav.markets')} columns={columns} rows={items} keyOf={row => row.market.id} />
          )}
        </Loaded>
      </Card>
      {edited === null ? null : <TermsDialog market={edited.market} onClose={() => setEdited(null)} />}
      {dialogs}
    </Page>
  );
}

function price(text: string | null): string {
  return text === null ? t('states.unknown') : grouped(text);
}
