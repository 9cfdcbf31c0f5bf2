import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A new page starts at its top; going back returns to where the customer was. */
export function useScrollMemory(): void {
  const { key } = useLocation();
  const type = useNavigationType();
  const positions = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const kept = positions.current;
    window.scrollTo(0, type === 'POP' ? (kept.get(key) ?? 0) : 0);
    return () => {
      kept.set(key, window.scrollY);
    };
  }, [key, type]);
}
