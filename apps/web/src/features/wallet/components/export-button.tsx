import { Download } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { csvName, saveCsv } from '#lib/csv.ts';
import { useSubmit } from '#lib/use-submit.ts';
import { IconButton } from '#ui/button.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';

/** Loads all pages of a list and saves them as a file. */
export function ExportButton<Item>({
  name,
  label,
  rows,
  write,
}: {
  /** Part of the file's name. */
  readonly name: string;
  readonly label: string;
  readonly rows: () => Promise<readonly Item[]>;
  readonly write: (items: readonly Item[]) => string;
}) {
  const { t } = useTranslation('wallet');
  const save = async () => {
    showToast(t('record.exporting'));
    const items = await rows();
    saveCsv(csvName(name), write(items));
    showToast(t('record.exported', { count: items.length }), 'good');
  };
  const { busy, submit } = useSubmit(save, { onFailed: showRefusal });
  return (
    <IconButton label={label} aria-busy={busy} disabled={busy} onClick={() => void submit()}>
      <Download size={20} />
    </IconButton>
  );
}
