import { useQuery } from '@tanstack/react-query';
import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { POSTER_DESIGNS } from '@tallystick/protocol/poster-designs';
import { formatLocale } from '#i18n/languages.ts';
import { useLanguage } from '#i18n/setup.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveFile } from '#lib/save-file.ts';
import { shareFile } from '#lib/share-file.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { ErrorState } from '#ui/states.tsx';
import { showToast } from '#ui/toast.ts';
import { posterQuery } from '../api/referral.ts';
import { POSTER } from '../model/poster.ts';
import type { PosterDesign } from '../model/poster-styles.ts';
import { posterFile, renderPoster } from '../model/render-poster.ts';
import styles from './poster-sheet.module.css';

/** The invitation as a picture in one of several designs, to save or share. */
export function PosterSheet({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const { t } = useTranslation('referral');
  const language = useLanguage();
  const { data, error, refetch } = useQuery(posterQuery);
  const [design, setDesign] = useState<PosterDesign>(POSTER_DESIGNS[0]);
  const [drawn, setDrawn] = useState<PosterDesign>();
  const isReady = drawn === design;
  const canvas = useRef<HTMLCanvasElement>(null);
  const code = data?.code ?? '';
  const words = data?.texts[language];

  useEffect(() => {
    if (!canvas.current || words === undefined) return;
    let isCurrent = true;
    const { host } = new URL(link);
    renderPoster(canvas.current, design, { ...words, code, host, locale: formatLocale(language) }, link).then(
      () => isCurrent && setDrawn(design),
      () => isCurrent && showToast(t('poster.failed'), 'bad'),
    );
    return () => {
      isCurrent = false;
    };
  }, [code, design, language, link, t, words]);

  const withPicture = async (use: (file: File) => Promise<void> | void) => {
    try {
      if (canvas.current) await use(await posterFile(canvas.current, `tallystick-${code}.png`));
    } catch {
      showToast(t('poster.failed'), 'bad');
    }
  };
  const save = () =>
    withPicture(file => {
      saveFile(file);
      showToast(t('poster.saved'), 'good');
    });
  const share = () =>
    withPicture(async file => {
      const shared = await shareFile(file, {
        title: words?.title ?? '',
        text: `${words?.text ?? ''} ${link}`,
      });
      if (shared === 'saved') showToast(t('poster.saved'), 'good');
      if (shared === 'failed') showToast(t('poster.failed'), 'bad');
    });

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('poster.title')}
      footer={
        <div className={styles['ways']}>
          <Button
            tone="quiet"
            disabled={!isReady}
            icon={<Download size={18} aria-hidden="true" />}
            onClick={() => void save()}
          >
            {t('poster.save')}
          </Button>
          <Button
            disabled={!isReady}
            icon={<Share2 size={18} aria-hidden="true" />}
            onClick={() => void share()}
          >
            {t('poster.share')}
          </Button>
        </div>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <div className="stack-3">
          <Segmented
            label={t('poster.design')}
            choices={POSTER_DESIGNS.map(value => ({ value, label: t(`poster.${value}`) }))}
            value={design}
            onChange={setDesign}
          />
          <canvas
            ref={canvas}
            className={styles['poster']}
            width={POSTER.width}
            height={POSTER.height}
            data-drawn={isReady ? design : undefined}
          >
            {t('poster.picture', { code })}
          </canvas>
        </div>
      )}
    </Sheet>
  );
}
