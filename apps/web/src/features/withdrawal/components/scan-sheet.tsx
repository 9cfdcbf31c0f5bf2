import { ImageUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { openQrReader, pixelsOf, readQrFile } from '#lib/qr-reader.ts';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/states.tsx';
import styles from './scan-sheet.module.css';

/** Quick enough to feel immediate, slow enough to leave a cheap phone cool. */
const LOOK_EVERY_MS = 200;

type Trouble = 'denied' | 'noCamera' | 'failed' | 'noCode';

/** Why the camera does not open: DOMException names of getUserMedia. */
function troubleOf(error: unknown): Trouble {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return ['NotFoundError', 'OverconstrainedError', 'NotReadableError'].includes(name) ? 'noCamera' : 'failed';
}

/** Shows the camera's picture until it has a QR code in it. */
function Camera({
  onText,
  onTrouble,
}: {
  onText: (text: string) => void;
  onTrouble: (what: Trouble) => void;
}) {
  const { t } = useTranslation('withdrawal');
  const video = useRef<HTMLVideoElement>(null);
  const [isOn, setOn] = useState(false);
  const told = useRef({ onText, onTrouble });
  useEffect(() => {
    told.current = { onText, onTrouble };
  });
  useEffect(() => {
    let left = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const canvas = document.createElement('canvas');
    const start = async () => {
      if (!('mediaDevices' in navigator)) throw new DOMException('no camera here', 'NotFoundError');
      const [opened, read] = await Promise.all([
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false }),
        openQrReader(),
      ]);
      stream = opened;
      const shown = video.current;
      if (left || !shown) return stop();
      shown.srcObject = opened;
      await shown.play();
      setOn(true);
      const look = async (): Promise<void> => {
        const pixels = pixelsOf(shown, canvas);
        const text = pixels === null ? undefined : await read(pixels);
        if (left) return;
        if (text !== undefined) told.current.onText(text);
        else timer = setTimeout(() => void look().catch(fail), LOOK_EVERY_MS);
      };
      await look();
    };
    // The camera's light goes out with the sheet.
    const stop = () => stream?.getTracks().forEach(track => track.stop());
    const fail = (error: unknown) => {
      stop();
      if (!left) told.current.onTrouble(troubleOf(error));
    };
    start().catch(fail);
    return () => {
      left = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <div className={styles['camera']}>
      {isOn ? null : <Skeleton height="100%" radius={14} />}
      <video ref={video} className={styles['video']} muted playsInline aria-label={t('scan.camera')} />
    </div>
  );
}

/** Reads a QR code with the camera, or from a picture file. Needs the namespace `withdrawal`. */
export function ScanSheet({
  onText,
  onClose,
}: {
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('withdrawal');
  const [trouble, setTrouble] = useState<Trouble>();
  const readFile = async (file: File) => {
    const text = await readQrFile(file);
    if (text === undefined) setTrouble('noCode');
    else onText(text);
  };
  return (
    <Sheet open onClose={onClose} title={t('scan.title')}>
      {trouble === undefined || trouble === 'noCode' ? (
        <Camera onText={onText} onTrouble={setTrouble} />
      ) : null}
      {trouble === undefined ? (
        <p className="note mt-4">{t('scan.hint')}</p>
      ) : (
        <p className={styles['trouble']} role="alert">
          {t(`scan.${trouble}`)}
        </p>
      )}
      <label className={styles['file']}>
        <ImageUp size={18} aria-hidden="true" />
        {t('scan.picture')}
        <input
          type="file"
          accept="image/*"
          className="visually-hidden"
          onChange={event => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) readFile(file).catch(() => setTrouble('failed'));
          }}
        />
      </label>
    </Sheet>
  );
}
