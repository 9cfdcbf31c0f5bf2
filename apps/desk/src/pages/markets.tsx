import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t, word } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { grouped } from '#lib/format.ts';
import { useDesk, useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { Loaded } from '#ui/states.tsx';
import { StatusActions } from '#ui/status-actions.tsx';
import { Table, type Column } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';
import { TermsDialog } from '../features/market/terms-dialog.tsx';

type Row = DeskOutput<'GET desk/markets'>['items'][number];

interface Stop {
  readonly status: 'cancelOnly' | 'halted';
  /** Null: all of them. */
  readonly row: Row | null;
}

const TONES = { open: 'good', cancelOnly: 'warn', halted: 'bad' } as const;

export function MarketsPage() {
  const { may } = useMe();
  const markets = useDesk('GET desk/markets', {});
  const [edited, setEdited] = useState<Row | null>(null);
  const [stop, setStop] = useState<Stop | null>(null);
  const [resumed, setResumed] = useState<readonly Row[]>([]);
  const held = (markets.data?.items ?? []).filter(({ market }) => market.status !== 'open');
  const columns: Column<Row>[] = [
    {
      head: t('markets.market'),
      render: ({ market }) => <strong className="no-break">{market.symbol}</strong>,
    },
    {
      head: t('markets.status'),
      render: ({ market }) => (
        <Badge tone={TONES[market.status]}>{word('marketStates', market.status)}</Badge>
      ),
    },
    { head: t('markets.last'), figure: true, render: ({ ticker }) => price(ticker.last) },
    {
      head: t('markets.index'),
      figure: true,
      render: ({ ticker }) => (
        <>
          {price(ticker.index_price)} {ticker.stale ? <Badge tone="warn">{t('markets.stale')}</Badge> : null}
        </>
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
          onStop={status => setStop({ row, status })}
          onResume={() => setResumed([row])}
        />
      ),
    },
  ];
  return (
    <Page
      title={t('nav.markets')}
      lead={t('app.promise')}
      actions={
        <>
          {may('market.resume_propose') && held.length > 1 ? (
            <Button onClick={() => setResumed(held)}>{t('markets.resumeAll')}</Button>
          ) : null}
          {may('market.stop') ? (
            <>
              <Button onClick={() => setStop({ row: null, status: 'cancelOnly' })}>
                {t('markets.cancelOnlyAll')}
              </Button>
              <Button tone="danger" onClick={() => setStop({ row: null, status: 'halted' })}>
                {t('markets.stopAll')}
              </Button>
            </>
          ) : null}
        </>
      }
    >
      <Card>
        <Loaded query={markets}>
          {({ items }) => (
            <Table label={t('nav.markets')} columns={columns} rows={items} keyOf={row => row.market.id} />
          )}
        </Loaded>
      </Card>
      {edited === null ? null : <TermsDialog market={edited.market} onClose={() => setEdited(null)} />}
      {stop === null ? null : <StopDialog stop={stop} onClose={() => setStop(null)} />}
      {resumed.length === 0 ? null : <ResumeDialog rows={resumed} onClose={() => setResumed([])} />}
    </Page>
  );
}

function ResumeDialog({ rows, onClose }: { readonly rows: readonly Row[]; readonly onClose: () => void }) {
  const [first] = rows;
  const one = rows.length === 1 && first !== undefined ? first.market.id : null;
  const statuses = (of: (row: Row) => Row['market']['status']) =>
    Object.fromEntries(rows.map(row => [row.market.symbol, word('marketStates', of(row))]));
  return (
    <ProposeDialog
      kind="market_status"
      change={{ market_id: one, status: 'open' }}
      before={statuses(({ market }) => market.status)}
      after={statuses(() => 'open')}
      onClose={onClose}
    />
  );
}

function StopDialog({ stop, onClose }: { readonly stop: Stop; readonly onClose: () => void }) {
  const { row, status } = stop;
  const symbol = row?.market.symbol ?? t('markets.all');
  return (
    <ReasonDialog
      title={t('markets.stopTitle', { status: word('marketStates', status), symbol })}
      text={t('markets.stopText')}
      label={t('propose.why')}
      submit={t(status === 'halted' ? 'markets.halt' : 'markets.cancelOnly')}
      danger
      onClose={onClose}
      run={async reason => {
        const market = row === null ? {} : { market_id: row.market.id };
        await callDesk('POST desk/market_stop', { ...market, status, reason });
        toast(t('approvals.done'));
      }}
    />
  );
}

function price(text: string | null): string {
  return text === null ? t('states.unknown') : grouped(text);
}
