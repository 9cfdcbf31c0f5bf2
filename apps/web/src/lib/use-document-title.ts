import { useEffect } from 'react';

/** Sets the title of the browser tab, e.g. "104,381.5 BTC/USDT · Tallystick". */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Tallystick` : 'Tallystick';
  }, [title]);
}
