import { useCallback } from 'react';

export interface BlobImageProps {
  readonly blob: Blob;
  /** Empty if the text around the picture already describes it. */
  readonly alt: string;
  readonly className?: string | undefined;
  /** Called if the browser cannot show the picture. */
  readonly onFailed?: (() => void) | undefined;
}

/** Shows a picture from memory; its object URL is revoked with the element. */
export function BlobImage({ blob, alt, className, onFailed }: BlobImageProps) {
  const show = useCallback(
    (element: HTMLImageElement | null) => {
      if (!element) return undefined;
      const url = URL.createObjectURL(blob);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img ref={show} alt={alt} className={className} onError={onFailed} />;
}
