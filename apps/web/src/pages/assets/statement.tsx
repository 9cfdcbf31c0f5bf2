import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page as Frame } from '#ui/page.tsx';
import { useSummary, type CostMethod } from '#features/statement/api/statement.ts';
import { PeriodPicker } from '#features/statement/components/period-picker.tsx';
import { ProfitView } from '#features/statement/components/profit-view.tsx';
import { StatementView } from '#features/statement/components/statement-view.tsx';
import { TaxesView } from '#features/statement/components/taxes-view.tsx';
import { EVERYTHING } from '#features/statement/model/filter.ts';
import { periodFrom, yearIn } from '#features/statement/model/periods.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { serverClock } from '#lib/server-clock.ts';
import { Tabs } from '#ui/segmented.tsx';

const VIEWS = ['statement', 'profit', 'taxes'] as const;
const PANEL = 'statement';

/** Statements, profit and loss, and tax years. View and period are stored in the address. */
export function Page() {
  const { t } = useTranslation('statement');
  const [query, setQuery] = useSearchParams();
  const [openedAtMs] = useState(() => serverClock.now());
  const [filter, setFilter] = useState(EVERYTHING);
  const [method, setMethod] = useState<CostMethod>('average');
  const view = VIEWS.find(one => one === query.get('view')) ?? 'statement';
  const period = periodFrom(query.get('period'), openedAtMs);
  const { data } = useSummary({ period });
  const show = (next: { view?: string; period?: string }) =>
    setQuery({ view, period, ...next }, { replace: true });
  return (
    <Frame title={t('title')} width="wide">
      <div className="stack-3 cols-1">
        <Tabs
          label={t('title')}
          panelId={PANEL}
          value={view}
          choices={VIEWS.map(value => ({ value, label: t(`tabs.${value}`) }))}
          onChange={next => show({ view: next })}
        />
        <PeriodPicker
          period={view === 'taxes' ? yearIn(period) : period}
          firstMonth={data?.first_month ?? null}
          nowMs={openedAtMs}
          yearsOnly={view === 'taxes'}
          onChange={next => show({ period: next })}
        />
        <div id={PANEL} role="tabpanel" aria-label={t(`tabs.${view}`)} className="stack-3 cols-1">
          {view === 'statement' ? (
            <StatementView period={period} filter={filter} onFilter={setFilter} />
          ) : null}
          {view === 'profit' ? <ProfitView period={period} method={method} onMethod={setMethod} /> : null}
          {view === 'taxes' ? <TaxesView year={yearIn(period)} method={method} onMethod={setMethod} /> : null}
        </div>
      </div>
    </Frame>
  );
}
