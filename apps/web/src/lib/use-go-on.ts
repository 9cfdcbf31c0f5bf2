import { useCallback, useEffect, useRef } from 'react';
import { useNavigate, type NavigateOptions } from 'react-router';

/** Tells whether the page that asks is still the one on the screen: answers may come after it was left. */
export function useIsHere(): () => boolean {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}

/** Goes on from this page once an answer has come: whoever has left it meanwhile stays where they are. */
export function useGoOn(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return useCallback(
    (to, options) => {
      if (isHere()) void navigate(to, options);
    },
    [isHere, navigate],
  );
}
