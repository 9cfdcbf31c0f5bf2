import type { DeskOutput } from '@tallystick/protocol/desk';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { dateTime } from '#lib/format.ts';
import { RightButton } from '#ui/button.tsx';
import { Badge, Card, Facts } from '#ui/page.tsx';
import { ProposeDialog } from '#ui/propose-dialog.tsx';

type Books = DeskOutput<'GET desk/books'>;

/** Whether the month is closed, and if what was frozen still holds. */
export function ClosingCard({ month, closed }: Pick<Books, 'month' | 'closed'>) {
  const [closing, setClosing] = useState(false);
  if (closed !== null) {
    return (
      <Card title={t('books.closing')}>
        <Facts
          facts={[
            [
              t('books.closing'),
              t('books.closedBy', { who: closed.closed_by, when: dateTime(closed.closed_at_ms) }),
            ],
            [
              t('books.hash'),
              <span key="hash" className="mono breaks">
                {closed.hash}
              </span>,
            ],
          ]}
        />
        <Badge tone={closed.agrees ? 'good' : 'bad'}>
          {t(closed.agrees ? 'books.agrees' : 'books.differs')}
        </Badge>
      </Card>
    );
  }
  return (
    <Card
      title={t('books.closing')}
      actions={
        <RightButton right="books.propose" onClick={() => setClosing(true)}>
          {t('books.close')}
        </RightButton>
      }
    >
      <p className="quiet">{t('books.open')}</p>
      <p className="quiet">{t('books.closeText')}</p>
      {closing ? (
        <ProposeDialog
          kind="books_close"
          change={{ month }}
          before={null}
          after={{ month }}
          onClose={() => setClosing(false)}
        />
      ) : null}
    </Card>
  );
}
