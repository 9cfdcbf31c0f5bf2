import { ArrowDown, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from './class-names.ts';
import styles from './pull-to-refresh.module.css';

/** Pull distance beyond which letting go refreshes. */
const TRIGGER_PX = 64;
/** The page follows half the finger's distance, which feels like a spring. */
const RESISTANCE = 0.5;

type Phase = 'idle' | 'pulling' | 'ready' | 'refreshing';

/** Refreshes when the page is pulled down from its top; other scrolling stays native. */
export function PullToRefresh({
  onRefresh,
  children,
}: {
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  const area = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<Phase>('idle');
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let startY: number | undefined;
    let distance = 0;
    let running = false;

    const place = (px: number, animated: boolean) => {
      element.style.transition = animated ? 'transform 180ms var(--ease)' : 'none';
      element.style.transform = px === 0 ? '' : `translateY(${px}px)`;
    };
    const start = (event: TouchEvent) => {
      startY =
        window.scrollY <= 0 && !running && event.touches.length === 1 ? event.touches[0]?.clientY : undefined;
      distance = 0;
    };
    const move = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === undefined || y === undefined) return;
      distance = Math.max(0, (y - startY) * RESISTANCE);
      if (distance === 0 || window.scrollY > 0) {
        place(0, false);
        return;
      }
      if (event.cancelable) event.preventDefault();
      place(Math.min(distance, TRIGGER_PX * 1.5), false);
      setPhase(distance >= TRIGGER_PX ? 'ready' : 'pulling');
    };
    const end = () => {
      if (startY === undefined) return;
      startY = undefined;
      if (distance < TRIGGER_PX) {
        place(0, true);
        setPhase('idle');
        return;
      }
      running = true;
      place(48, true);
      setPhase('refreshing');
      // A failure is shown by the page itself; here only the end matters.
      void Promise.resolve(refresh.current()).finally(() => {
        running = false;
        place(0, true);
        setPhase('idle');
      });
    };
    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, []);

  return (
    <div ref={area} className={styles['area']}>
      <output className={cx(styles['note'], phase === 'idle' && styles['hidden'])}>
        {phase === 'refreshing' ? (
          <LoaderCircle size={16} className={styles['spin']} aria-hidden="true" />
        ) : (
          <ArrowDown
            size={16}
            className={cx(styles['arrow'], phase === 'ready' && styles['turned'])}
            aria-hidden="true"
          />
        )}
        {phase === 'idle' ? null : t(`pull.${phase}`)}
      </output>
      {children}
    </div>
  );
}
