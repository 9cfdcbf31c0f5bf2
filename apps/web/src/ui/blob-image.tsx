import { useCallback } from 'react';

export interface BlobImageProps {
  readonly blob: Blob;
  /** Empty for a picture that its surroundings name. */
  readonly alt: string;
  readonly className?: string | undefined;
  /** The browser cannot show it. */
  readonly onFailed?: (() => void) | undefined;
}

/** A picture from memory; its address lives as long as the element. */
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
