import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#i18n/use-translation.ts';
import { Skeleton } from '#ui/states.tsx';
import { fetchPicture } from '../api/upload-picture.ts';
import { BlobImage } from '#ui/blob-image.tsx';
import styles from './own-picture.module.css';

/** A picture uploaded before, from the server. Needs the namespace `upload`. */
export function OwnPicture({ pictureId, label }: { readonly pictureId: number; readonly label: string }) {
  const { t } = useTranslation('pictures');
  const { data, error } = useQuery({
    queryKey: ['picture', pictureId],
    queryFn: ({ signal }) => fetchPicture(pictureId, signal),
    // Pictures never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <p className={styles['failed']}>{t('previewFailed')}</p>;
  if (!data) return <Skeleton height={150} radius={12} />;
  return <BlobImage blob={data} alt={label} className={styles['picture']} />;
}
