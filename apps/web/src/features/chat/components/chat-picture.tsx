import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { WireChatPicture } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { Sheet } from '#ui/sheet.tsx';
import { fetchChatPicture } from '../api/calls.ts';
import styles from './chat.module.css';

/** A picture of the conversation: a small one that opens the large one. Its place is kept while it loads. */
export function ChatPicture({ picture }: { readonly picture: WireChatPicture }) {
  const { t } = useTranslation('chat');
  const [large, setLarge] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['chat/picture', picture.picture_id],
    queryFn: ({ signal }) => fetchChatPicture(picture.picture_id, signal),
    // Pictures never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <span className={styles['unseen']}>{t('pictureFailed')}</span>;
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        aria-label={t('openPicture')}
        onClick={() => setLarge(true)}
      >
        {data ? <BlobPicture blob={data} alt="" /> : null}
      </button>
      <Sheet open={large} onClose={() => setLarge(false)} title={t('picture')} from="centre">
        {data ? <BlobPicture blob={data} alt={t('picture')} /> : null}
      </Sheet>
    </>
  );
}

/** Its address lives as long as the element. */
export function BlobPicture({ blob, alt }: { readonly blob: Blob; readonly alt: string }) {
  const show = useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return undefined;
      const url = URL.createObjectURL(blob);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className={styles['image']} />;
}
