import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** Whether the chart is in full screen. Stored in the address, so that going back ends it. */
export function useFullChart(): readonly [boolean, (full: boolean) => void] {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const isFull = query.has('full');
  const wasOpenedHere = useRef(false);
  const set = (full: boolean) => {
    const change = (previous: URLSearchParams) => {
      const next = new URLSearchParams(previous);
      if (full) next.set('full', '1');
      else next.delete('full');
      return next;
    };
    if (!full && wasOpenedHere.current) void navigate(-1);
    else setQuery(change, { replace: !full });
    wasOpenedHere.current = full;
  };
  const leave = useRef(set);
  useEffect(() => {
    leave.current = set;
  });
  useEffect(() => {
    if (!isFull) return;
    const onKey = (event: KeyboardEvent) => {
      // A sheet over the chart is closed first.
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) leave.current(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isFull]);
  return [isFull, set];
}
