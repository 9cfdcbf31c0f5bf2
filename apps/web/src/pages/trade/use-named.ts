import { useSearchParams } from 'react-router';
import { useSession } from '#lib/session.ts';

/** The id of the customer's order or position that the address opens, and how to close it; none for visitors. */
export function useNamed(name: 'order' | 'position'): {
  readonly id: number | undefined;
  readonly close: () => void;
} {
  const session = useSession();
  const [query, setQuery] = useSearchParams();
  const text = query.get(name) ?? '';
  const close = () => {
    setQuery(
      previous => {
        const next = new URLSearchParams(previous);
        next.delete(name);
        return next;
      },
      { replace: true },
    );
  };
  return { id: session && /^[1-9]\d{0,14}$/.test(text) ? parseInt(text, 10) : undefined, close };
}
