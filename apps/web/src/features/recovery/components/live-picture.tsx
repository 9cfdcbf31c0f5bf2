import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { BlobImage } from '#ui/blob-image.tsx';
import { Button } from '#ui/button.tsx';
import styles from './recovery.module.css';

export interface LivePictureProps {
  readonly picture: Blob | undefined;
  readonly onTaken: (file: File) => void;
}

/** Opens the phone's front camera; on a computer, a file just taken. Needs the namespace `recovery`. */
export function LivePicture({ picture, onTaken }: LivePictureProps) {
  const { t } = useTranslation('recovery');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="stack-4 cols-1">
      <input
        ref={input}
        type="file"
        name="file"
        className="visually-hidden"
        accept="image/*"
        capture="user"
        tabIndex={-1}
        aria-label={t('form.picture')}
        onChange={event => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onTaken(file);
        }}
      />
      {picture ? <BlobImage blob={picture} alt={t('form.picture')} className={styles['picture']} /> : null}
      <Button
        block
        tone="quiet"
        icon={<Camera size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(picture ? 'form.again' : 'form.take')}
      </Button>
    </div>
  );
}
