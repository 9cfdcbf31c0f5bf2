import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime, grouped } from '#lib/format.ts';
import { SLOW_REFRESH_MS } from '#lib/query-client.ts';
import { useDesk } from '#lib/use-desk.ts';
import { Choice } from '#ui/field.tsx';
import { Card, Page } from '#ui/page.tsx';
import { Loaded } from '#ui/states.tsx';
import { Table } from '#ui/table.tsx';
import { ClosingCard } from '../features/books/closing-card.tsx';
import { DAY_COLUMNS, FEE_COLUMNS, POSITION_COLUMNS, RESULT_COLUMNS } from '../features/books/columns.tsx';
import { FilesCard } from '../features/books/files-card.tsx';

/** What the company earned and spent in a month, and whose the money is. */
export function BooksPage() {
  const [chosen, setChosen] = useState<string | null>(null);
  const books = useDesk('GET desk/books', chosen === null ? {} : { month: chosen }, {
    everyMs: SLOW_REFRESH_MS,
  });
  return (
    <Page title={t('nav.books')} lead={t('books.lead')}>
      <Loaded query={books}>
        {({
          month,
          months,
          counted_to_ms: countedMs,
          behind,
          closed,
          products,
          days,
          fees,
          position,
          ...sum
        }) => (
          <>
            <Card title={t('books.result')}>
              <div className="grid-fields">
                <Choice
                  label={t('books.month')}
                  value={month}
                  options={months.map(one => ({
                    value: one.month,
                    label: one.closed ? t('books.closedMark', { month: one.month }) : one.month,
                  }))}
                  onChange={setChosen}
                />
              </div>
              <p className="quiet">
                {t('books.counted', { when: dateTime(countedMs) })}
                {behind === 0 ? null : ` · ${t('books.behind', { count: behind })}`}
              </p>
              <div>
                <span className="quiet">{t('books.total')}</span>
                <div className={sum.value.startsWith('-') ? 'figure-large bad' : 'figure-large'}>
                  {grouped(sum.value)} USDT
                </div>
                {sum.unvalued === 0 ? null : (
                  <span className="quiet">{t('books.unvalued', { count: sum.unvalued })}</span>
                )}
              </div>
              <Table
                label={t('books.result')}
                columns={RESULT_COLUMNS}
                rows={products.flatMap(({ product, lines }) => lines.map(line => ({ product, ...line })))}
                keyOf={row => row.account}
                empty={t('books.noResult')}
              />
            </Card>
            <Card title={t('books.days')}>
              <Table
                label={t('books.days')}
                columns={DAY_COLUMNS}
                rows={days}
                keyOf={row => row.day}
                empty={t('books.noResult')}
              />
            </Card>
            <Card title={t('books.fees')}>
              <Table
                label={t('books.fees')}
                columns={FEE_COLUMNS}
                rows={fees}
                keyOf={row => `${row.product} ${row.currency}`}
                empty={t('books.noFees')}
              />
            </Card>
            <Card title={t('books.position')}>
              <p className="quiet">{t('books.positionText')}</p>
              <Table
                label={t('books.position')}
                columns={POSITION_COLUMNS}
                rows={position}
                keyOf={row => row.currency}
              />
            </Card>
            <FilesCard month={month} />
            <ClosingCard month={month} closed={closed} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
