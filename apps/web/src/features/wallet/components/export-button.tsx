import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { csvName, saveCsv } from '#lib/csv.ts';
import { IconButton } from '#ui/button.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';

/** Collects everything a list stands for, all pages of it, and saves it as a file. */
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
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    showToast(t('record.exporting'));
    try {
      const items = await rows();
      saveCsv(csvName(name), write(items));
      showToast(t('record.exported', { count: items.length }), 'good');
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton label={label} aria-busy={busy} disabled={busy} onClick={() => void run()}>
      <Download size={20} />
    </IconButton>
  );
}
