import { useEffect, useState } from 'react';
import { drawQrPicture } from '#lib/qr-picture.ts';
import styles from './qr-code.module.css';

export interface QrCodeProps {
  /** The encoded text. */
  readonly text: string;
  /** Accessible name: what the code is for. Show the text beside it, too: not everyone has a second camera. */
  readonly label: string;
  /** In CSS pixels. */
  readonly size?: number;
}

/** A QR code as a picture that can be saved. The encoder is loaded when first needed. */
export function QrCode({ text, label, size = 200 }: QrCodeProps) {
  const [picture, setPicture] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    drawQrPicture(text).then(
      drawn => isCurrent && setPicture(drawn),
      // The encoder did not load (probably offline): the text beside the code says the same.
      () => isCurrent && setPicture(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <div className={styles['frame']} style={{ width: size, height: size }}>
      {picture === undefined ? null : <img src={picture} alt={label} width={size} height={size} />}
    </div>
  );
}
