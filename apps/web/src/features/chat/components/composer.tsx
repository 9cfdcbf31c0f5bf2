import { ImagePlus, SendHorizontal, X } from 'lucide-react';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import type { WireChatPicture } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { BlobImage } from '#ui/blob-image.tsx';
import { IconButton } from '#ui/button.tsx';
import { showRefusal, showToast } from '#ui/toast.ts';
import { uploadChatPicture } from '../api/calls.ts';
import styles from './chat.module.css';
import type { Chat } from './use-chat.ts';

const LONGEST = 2_000;

/** A chosen picture; null while uploading. */
interface Chosen {
  readonly blob: Blob;
  readonly kept: WireChatPicture | null;
}

export interface ComposerProps {
  readonly chat: Chat;
  readonly prepare: (file: File) => Promise<Blob | null>;
}

/** The message input. With a keyboard, Enter sends and Shift+Enter starts a new line. */
export function Composer({ chat, prepare }: ComposerProps) {
  const { t } = useTranslation(['chat', 'pictures']);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isUploading = chosen !== null && chosen.kept === null;
  const isReady = !isUploading && (text.trim() !== '' || chosen !== null);

  const send = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!isReady) return;
    chat.send(text.trim(), chosen?.kept ?? null);
    setText('');
    setChosen(null);
  };
  const choose = async (file: File): Promise<void> => {
    const blob = await prepare(file);
    if (blob === null) return showToast(t('pictures:notPicture'), 'bad');
    const waiting: Chosen = { blob, kept: null };
    setChosen(waiting);
    try {
      const kept = await uploadChatPicture(blob);
      // If removed or replaced meanwhile, this upload is ignored.
      setChosen(now => (now === waiting ? { blob, kept } : now));
    } catch (error) {
      setChosen(now => (now === waiting ? null : now));
      showRefusal(error);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const isSending = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (isSending && window.matchMedia('(hover: hover)').matches) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form className="stack-2 min-w-0" onSubmit={send}>
      {chosen === null ? null : (
        <div className={styles['chosenPicture']}>
          <BlobImage blob={chosen.blob} alt={t('picture')} className={styles['image']} />
          {isUploading ? <output>{t('uploading')}</output> : null}
          <IconButton filled label={t('removePicture')} onClick={() => setChosen(null)}>
            <X size={18} />
          </IconButton>
        </div>
      )}
      <div className={styles['line']}>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('attach')}
          onChange={event => {
            const file = event.target.files?.[0];
            // Without this, choosing the same file again fires no event.
            event.target.value = '';
            if (file) void choose(file);
          }}
        />
        <IconButton label={t('attach')} onClick={() => input.current?.click()}>
          <ImagePlus size={22} />
        </IconButton>
        <textarea
          className={styles['write']}
          rows={1}
          maxLength={LONGEST}
          aria-label={t('write')}
          placeholder={t('write')}
          value={text}
          onKeyDown={onKey}
          onChange={event => {
            setText(event.target.value);
            chat.writing();
          }}
        />
        <IconButton filled label={t('send')} type="submit" disabled={!isReady} className={styles['send']}>
          <SendHorizontal size={20} />
        </IconButton>
      </div>
    </form>
  );
}
