import { Check, FileDown, Share2 } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { canShareFile, shareFile } from '#lib/share-file.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { formatCompact } from '#ui/format.ts';
import styles from './statement.module.css';
import { useFile, type FileWish } from './use-file.ts';

const FORMATS = ['pdf', 'csv', 'json'] as const;

/** Files in each format: saved when complete, and shared if the system allows it. */
export function FileCard({
  title,
  text,
  wish,
}: {
  readonly title: string;
  readonly text: string;
  readonly wish: Omit<FileWish, 'format'>;
}) {
  const { t } = useTranslation('statement');
  const { bytes, last, cancel, fetchFile } = useFile();
  const busy = bytes !== undefined;
  return (
    <Card className={styles['file']}>
      <h2 className={styles['heading']}>{title}</h2>
      <p className="soft text-12 leading-17">{text}</p>
      <div className={styles['formats']}>
        {FORMATS.map(format => (
          <Button
            key={format}
            tone="quiet"
            size="small"
            disabled={busy}
            aria-label={t('file.save', { format: format.toUpperCase(), title })}
            icon={<FileDown size={16} aria-hidden="true" />}
            onClick={() => void fetchFile({ ...wish, format })}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <div className={styles['progress']} aria-live="polite">
        {busy ? (
          <>
            <span>{t('file.writing', { size: formatCompact(String(bytes)) })}</span>
            <Button tone="quiet" size="small" onClick={cancel}>
              {t('file.cancel')}
            </Button>
          </>
        ) : last ? (
          <>
            <span className={styles['saved']}>
              <Check size={15} aria-hidden="true" />
              {t('file.saved', { name: last.name })}
            </span>
            {canShareFile(last) ? (
              <Button
                tone="quiet"
                size="small"
                icon={<Share2 size={15} aria-hidden="true" />}
                onClick={() => void shareFile(last, { title: last.name })}
              >
                {t('file.share')}
              </Button>
            ) : null}
          </>
        ) : (
          <span className="soft text-12 leading-17">{t('file.formats')}</span>
        )}
      </div>
    </Card>
  );
}
