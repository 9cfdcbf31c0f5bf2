import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** The usual delay of a long press on phones. */
const HELD_MS = 500;
/** A resting finger moves a little; beyond this distance it is scrolling. */
const TREMBLE_PX = 10;

/**
 * Handlers for an element with an action on a long press. They suppress the click that ends a long press, and the
 * browser's context menu.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<number | undefined>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const wasLong = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    onPointerDown: (event: PointerEvent) => {
      wasLong.current = false;
      if (event.pointerType === 'mouse') return;
      start.current = { x: event.clientX, y: event.clientY };
      stop();
      timer.current = window.setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, HELD_MS);
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu: (event: MouseEvent) => {
      if (event.nativeEvent instanceof window.PointerEvent && event.nativeEvent.pointerType !== 'mouse')
        event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
