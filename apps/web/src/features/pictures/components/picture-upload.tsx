import { CircleCheck, ImageOff, ImagePlus, RotateCcw, Trash2, X } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { PictureKind } from '@tallystick/protocol';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Confirm } from '#ui/confirm.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { percentOf } from '../model/upload-state.ts';
import { BlobImage } from '#ui/blob-image.tsx';
import { useUpload, type SendPicture, type Upload } from './use-upload.ts';
import styles from './picture-upload.module.css';

export interface PictureUploadProps {
  readonly kind: PictureKind;
  /** What the picture shows. */
  readonly label: string;
  /** How to take the picture; shown below the label. */
  readonly hint?: ReactNode;
  /** Error text, once the form was submitted. */
  readonly error?: string | undefined;
  /** An illustration of the wanted picture, instead of the general icon. */
  readonly sign?: ReactNode;
  /** The uploaded picture's id; undefined while there is none. The function must be stable between renders. */
  readonly onChange: (pictureId: number | undefined) => void;
  readonly send?: SendPicture | undefined;
}

/**
 * Chooses one picture, shrinks it on the device, uploads it with progress, and shows it: tap to enlarge.
 * Needs the namespace `upload`.
 */
export function PictureUpload({ kind, label, hint, error, sign, onChange, send }: PictureUploadProps) {
  const { t } = useTranslation('pictures');
  const upload = useUpload(kind, onChange, send);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'view' | 'remove'>();
  const id = useId();
  const { state } = upload;
  const close = () => setOpen(undefined);
  return (
    <fieldset className={styles['upload']} aria-labelledby={`${id}-label`}>
      <input
        ref={input}
        id={id}
        type="file"
        className="visually-hidden"
        accept="image/*"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
        // Hidden; the tile is a real button that opens it.
        tabIndex={-1}
        onChange={event => {
          const file = event.target.files?.[0];
          // Without this, choosing the same file again fires no event.
          event.target.value = '';
          if (file) upload.choose(file);
        }}
      />
      <div className="flex-2 between text-13">
        <span id={`${id}-label`} className="soft">
          {label}
        </span>
        {state.step === 'done' ? (
          <span className="text-12 accent inline-row-4px">
            <CircleCheck size={14} aria-hidden="true" />
            {t('uploaded')}
          </span>
        ) : null}
      </div>
      {state.step === 'empty' ? (
        <button
          type="button"
          className={cx(styles['tile'], error && styles['wrong'])}
          onClick={() => input.current?.click()}
        >
          {sign ?? <ImagePlus size={28} strokeWidth={1.5} aria-hidden="true" />}
          {/* Tells several uploads apart in a screen reader's list of buttons. */}
          <span className="visually-hidden">{label}</span>{' '}
          <span className={styles['choose']}>{t('choose')}</span>{' '}
          <span className="quiet text-12">{t('limits', { mb: upload.limitMb })}</span>
        </button>
      ) : (
        <div className={styles['frame']}>
          <Preview file={upload.file} label={label} onOpen={() => setOpen('view')} />
          <Working upload={upload} />
          {state.step === 'done' ? (
            <IconButton
              filled
              label={t('remove', { label })}
              className={styles['corner']}
              onClick={() => setOpen('remove')}
            >
              <Trash2 size={18} />
            </IconButton>
          ) : null}
        </div>
      )}
      <Failure upload={upload} onAnother={() => input.current?.click()} />
      <div id={`${id}-note`} className={error ? styles['error'] : styles['hint']}>
        {error ?? hint}
      </div>
      <Sheet open={open === 'view'} onClose={close} title={label} from="centre">
        {upload.file ? <BlobImage blob={upload.file} alt={label} className={styles['large']} /> : null}
      </Sheet>
      <Confirm
        open={open === 'remove'}
        title={t('removeTitle')}
        confirmLabel={t('removeConfirm')}
        tone="danger"
        onClose={close}
        onConfirm={() => {
          close();
          upload.empty();
        }}
      >
        {t('removeText')}
      </Confirm>
    </fieldset>
  );
}

/** The chosen picture. Some files can be sent but not displayed. */
function Preview({
  file,
  label,
  onOpen,
}: {
  readonly file: File | undefined;
  readonly label: string;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('pictures');
  const [failed, setFailed] = useState<File>();
  if (!file) return null;
  if (failed === file) {
    return (
      <div className={styles['unseen']}>
        <ImageOff size={22} aria-hidden="true" />
        {t('previewFailed')}
      </div>
    );
  }
  return (
    <button type="button" className={styles['preview']} aria-label={t('view', { label })} onClick={onOpen}>
      <BlobImage blob={file} alt="" onFailed={() => setFailed(file)} />
    </button>
  );
}

function Working({ upload: { state, empty } }: { readonly upload: Upload }) {
  const { t } = useTranslation('pictures');
  if (state.step !== 'preparing' && state.step !== 'uploading') return null;
  const percent = percentOf(state);
  const words = state.step === 'preparing' ? t('preparing') : t('uploading', { percent });
  return (
    <div className={styles['working']}>
      <div className={styles['line']}>
        <span>{words}</span>
        <IconButton label={t('stop')} onClick={empty}>
          <X size={18} />
        </IconButton>
      </div>
      <ProgressBar max={100} value={percent} label={words} />
    </div>
  );
}

function Failure({ upload, onAnother }: { readonly upload: Upload; readonly onAnother: () => void }) {
  const { t } = useTranslation('pictures');
  const { state, limitMb, retry } = upload;
  if (state.step !== 'failed') return null;
  const { reason, message } = state;
  return (
    <div role="alert" className={styles['failure']}>
      <p>
        {reason === 'tooLarge' ? t('tooLarge', { mb: limitMb }) : null}
        {reason === 'notPicture' ? t('notPicture') : null}
        {reason === 'network' ? t('failed') : null}
        {reason === 'refused' ? message || t('failed') : null}
      </p>
      <div className="flex-2 wrap">
        {reason === 'network' ? (
          <Button size="small" icon={<RotateCcw size={15} aria-hidden="true" />} onClick={retry}>
            {t('retry')}
          </Button>
        ) : null}
        <Button size="small" tone="quiet" onClick={onAnother}>
          {t('another')}
        </Button>
      </div>
    </div>
  );
}
