import { useMutation } from '@tanstack/react-query';
import { t } from '#i18n/texts.ts';
import { callDesk } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import { useMe } from '#lib/use-desk.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/page.tsx';
import { Problem } from '#ui/states.tsx';

const FORMATS = ['pdf', 'csv', 'json'] as const;

/** A case as a file, for the authority that is told of it. */
export function CaseReport({ id }: { readonly id: number }) {
  const { may } = useMe();
  const take = useMutation({
    mutationFn: (format: (typeof FORMATS)[number]) => callDesk('GET desk/case_report', { id, format }),
    onSuccess: ({ file_name: name, content_type: type, base64 }) =>
      saveFile(
        name,
        type,
        Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)),
      ),
  });
  if (!may('compliance.decide')) return null;
  return (
    <Card title={t('queues.report')}>
      <p className="quiet">{t('queues.reportText')}</p>
      <div className="row">
        {FORMATS.map(format => (
          <Button key={format} busy={take.isPending} onClick={() => take.mutate(format)}>
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <Problem error={take.error} />
    </Card>
  );
}
