import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/page.tsx';
import { Problem } from '#ui/states.tsx';
import { newFile, readOn, type LedgerFile } from './ledger-file.ts';

type Report = 'result' | 'fees' | 'accounts';
const REPORTS: readonly (readonly [Report, 'resultFile' | 'feesFile' | 'accountsFile'])[] = [
  ['result', 'resultFile'],
  ['fees', 'feesFile'],
  ['accounts', 'accountsFile'],
];

/** A month's figures and its ledger as files. */
export function FilesCard({ month }: { readonly month: string }) {
  const report = useMutation({
    mutationFn: (name: Report) => callDesk('GET desk/books_report', { month, report: name }),
    onSuccess: ({ csv }, name) => saveFile(`books-${month}-${name}.csv`, 'text/csv', csv),
  });
  return (
    <Card title={t('books.files')}>
      <p className="quiet">{t('books.filesText')}</p>
      <div className="row">
        {REPORTS.map(([name, label]) => (
          <Button key={name} busy={report.isPending} onClick={() => report.mutate(name)}>
            {t(`books.${label}`)}
          </Button>
        ))}
        <LedgerButton key={month} month={month} />
      </div>
      <Problem error={report.error} />
    </Card>
  );
}

function LedgerButton({ month }: { readonly month: string }) {
  const [file, setFile] = useState<LedgerFile | null>(null);
  const reading = useMutation({
    mutationFn: (from: LedgerFile) =>
      readOn(
        from,
        (name, after) =>
          callDesk('GET desk/books_export', { month: name, ...(after === undefined ? {} : { after }) }),
        setFile,
      ),
    onSuccess: whole => saveFile(`ledger-${month}.csv`, 'text/csv', whole.parts.join('')),
  });
  const isLeft = file !== null && file.after !== null && !reading.isPending;
  return (
    <>
      <Button
        tone="main"
        busy={reading.isPending}
        onClick={() => reading.mutate(isLeft ? file : newFile(month))}
      >
        {t(isLeft ? 'books.goOn' : 'books.ledgerFile')}
      </Button>
      {file === null ? null : (
        <output className="quiet">
          {t(file.after === null ? 'books.exported' : 'books.exporting', {
            postings: file.postings,
            lines: file.lines,
          })}
        </output>
      )}
      {file?.after === null && !file.complete ? <p className="bad">{t('books.notComplete')}</p> : null}
      <Problem error={reading.error} />
    </>
  );
}
