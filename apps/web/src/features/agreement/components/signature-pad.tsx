import { Eraser, Undo2 } from 'lucide-react';
import { useEffect, useRef, type PointerEvent } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { TextField } from '#ui/field.tsx';
import { drawSignature, PAD_HEIGHT, PAD_WIDTH } from '../model/draw.ts';
import { extendStroke, startStroke, undoStroke, type Stroke } from '../model/strokes.ts';
import styles from './signature-pad.module.css';

const MAX_NAME_LENGTH = 60;

export interface SignaturePadProps {
  readonly strokes: readonly Stroke[];
  /** A typed name instead of a drawing, for customers who sign with the keyboard. */
  readonly typed: string;
  readonly error?: string | undefined;
  readonly onDraw: (strokes: readonly Stroke[]) => void;
  readonly onType: (typed: string) => void;
}

/** Draws a signature by finger, pen or mouse; or a typed name. Needs the namespace `identity`. */
export function SignaturePad({ strokes, typed, error, onDraw, onType }: SignaturePadProps) {
  const { t } = useTranslation('identity');
  const canvas = useRef<HTMLCanvasElement>(null);
  // Several points may come between two renders.
  const newest = useRef(strokes);
  useEffect(() => {
    newest.current = strokes;
    const context = canvas.current?.getContext('2d');
    if (context) drawSignature(context, strokes, typed);
  }, [strokes, typed]);

  const draw = (next: readonly Stroke[]) => {
    newest.current = next;
    onDraw(next);
  };
  const pointOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
  };

  return (
    <div className="stack-2">
      <div className={styles['head']}>
        <h2 className={styles['title']}>{t('agreement.draw')}</h2>
        <IconButton
          label={t('agreement.undo')}
          disabled={strokes.length === 0}
          onClick={() => draw(undoStroke(strokes))}
        >
          <Undo2 size={18} />
        </IconButton>
        <IconButton label={t('agreement.clear')} disabled={strokes.length === 0} onClick={() => draw([])}>
          <Eraser size={18} />
        </IconButton>
      </div>
      <p className="note">{t('agreement.drawText')}</p>
      <canvas
        ref={canvas}
        width={PAD_WIDTH}
        height={PAD_HEIGHT}
        className={cx(styles['pad'], error && styles['wrong'])}
        aria-label={t('agreement.draw')}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          draw(startStroke(newest.current, pointOf(event)));
        }}
        onPointerMove={event => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) {
            draw(extendStroke(newest.current, pointOf(event)));
          }
        }}
      />
      <TextField
        label={t('agreement.typeName')}
        name="typed"
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={typed}
        error={error}
        disabled={strokes.length > 0}
        onChange={onType}
      />
    </div>
  );
}
