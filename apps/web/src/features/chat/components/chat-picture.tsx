import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireChatPicture } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { BlobImage } from '#ui/blob-image.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { fetchChatPicture } from '../api/calls.ts';
import styles from './chat.module.css';

/** A picture of the conversation: a small one that opens the large one. Its space is reserved while it loads. */
export function ChatPicture({ picture }: { readonly picture: WireChatPicture }) {
  const { t } = useTranslation('chat');
  const [large, setLarge] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['chat/picture', picture.picture_id],
    queryFn: ({ signal }) => fetchChatPicture(picture.picture_id, signal),
    // Pictures never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <span className="soft">{t('pictureFailed')}</span>;
  return (
    <>
      <button
        type="button"
        className={styles['picture']}
        style={{ aspectRatio: `${picture.width} / ${picture.height}` }}
        aria-label={t('openPicture')}
        onClick={() => setLarge(true)}
      >
        {data ? <BlobImage blob={data} alt="" className={styles['image']} /> : null}
      </button>
      <Sheet open={large} onClose={() => setLarge(false)} title={t('picture')} from="centre">
        {data ? <BlobImage blob={data} alt={t('picture')} className={styles['image']} /> : null}
      </Sheet>
    </>
  );
}
