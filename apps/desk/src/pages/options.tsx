import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { grouped } from '#lib/format.ts';
import { useDesk } from '#lib/use-desk.ts';
import { useNames } from '#lib/use-names.ts';
import { RightButton } from '#ui/button.tsx';
import { Badge, Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table, type Column } from '#ui/table.tsx';
import type { OptionMarket } from '../features/option/lines.ts';
import { OptionTermsDialog } from '../features/option/terms-dialog.tsx';

type Fund = DeskOutput<'GET desk/options'>['funds'][number];

const FUNDS: Column<Fund>[] = [
  { head: t('options.currency'), render: fund => <strong>{fund.currency}</strong> },
  { head: t('options.pool'), figure: true, render: fund => grouped(fund.pool) },
  { head: t('options.escrow'), figure: true, render: fund => grouped(fund.escrow) },
];

/** Second options: their terms and the house's risk. Nothing here can change an option that was sold. */
export function OptionsPage() {
  const options = useDesk('GET desk/options', {});
  const names = useNames();
  const settings = useDesk('GET desk/settings', {});
  const [edited, setEdited] = useState<OptionMarket | null>(null);
  const currencies = new Map([...names.currencies].map(([id, code]) => [code, id]));
  const columns: Column<OptionMarket>[] = [
    { head: t('options.market'), render: ({ symbol }) => <strong className="no-break">{symbol}</strong> },
    { head: t('options.version'), figure: true, render: ({ version }) => version },
    {
      head: t('options.state'),
      render: ({ enabled }) => (
        <Badge tone={enabled ? 'good' : 'warn'}>{t(enabled ? 'options.on' : 'options.paused')}</Badge>
      ),
    },
    {
      head: t('options.times'),
      render: ({ times }) => (
        <Lines
          items={times.map(
            ({ seconds, payout_percent }) => `${grouped(String(seconds))} s: ${payout_percent} %`,
          )}
        />
      ),
    },
    {
      head: t('options.stakes'),
      figure: true,
      render: market => (
        <Lines
          items={market.currencies.map(
            one => `${grouped(one.min_stake)} – ${grouped(one.max_stake)} ${one.currency}`,
          )}
        />
      ),
    },
    {
      head: t('options.exposure'),
      figure: true,
      render: market => (
        <Lines
          items={market.currencies.map(
            one =>
              `${grouped(one.exposure_rise)} / ${grouped(one.exposure_fall)} of ${grouped(one.exposure_limit)} ${one.currency}`,
          )}
        />
      ),
    },
    {
      head: '',
      render: market => (
        <RightButton right="option.propose" small onClick={() => setEdited(market)}>
          {t('actions.edit')}
        </RightButton>
      ),
    },
  ];
  return (
    <Page title={t('nav.options')} lead={t('options.lead')}>
      {settings.data?.products.option === false ? <output>{t('options.off')}</output> : null}
      <Loaded query={options}>
        {({ items, funds, open }) => (
          <>
            <Card title={t('options.funds')}>
              <Table
                label={t('options.funds')}
                columns={FUNDS}
                rows={funds}
                keyOf={fund => fund.currency_id}
              />
              <p className="quiet">{t('options.open', { count: open })}</p>
            </Card>
            <Card>
              <Table
                label={t('nav.options')}
                columns={columns}
                rows={items}
                keyOf={market => market.market_id}
              />
            </Card>
          </>
        )}
      </Loaded>
      {edited === null ? null : (
        <OptionTermsDialog market={edited} currencies={currencies} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}

function Lines({ items }: { readonly items: readonly string[] }) {
  return items.map(item => (
    <div key={item} className="no-break">
      {item}
    </div>
  ));
}
