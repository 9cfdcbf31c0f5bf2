import { layoutTags } from '../model/line-layout.ts';
import styles from './line-tags.module.css';

const TAG_HEIGHT = 20;
/** Room for the legend of the averages. */
const LEGEND_HEIGHT = 36;
/** Movement in pixels before a press becomes a drag. */
const DRAG_FROM = 4;

/** The kind of a line: a buy or sell order, or a price of an open position. */
export type LineTone = 'buy' | 'sell' | 'entry' | 'target' | 'stop' | 'liquidation';

export interface OrderLine {
  /** Unique among the lines. */
  readonly id: string;
  readonly tone: LineTone;
  /** Decimal string. */
  readonly price: string;
  /** The formatted price, for a line outside the view. */
  readonly shownPrice: string;
  readonly label: string;
  /** For movable lines: the label for screen readers. */
  readonly move?: string | undefined;
}

export interface LineTagOptions {
  /** The price at a pixel height, as text. */
  readonly priceAt: (y: number) => string;
  /** The price at a pixel height, formatted. */
  readonly written: (price: string) => string;
  /** A line was dragged to another price and released. */
  readonly onMoved: (id: string, price: string) => void;
  /** A movable line's tag was pressed. */
  readonly onPressed: (id: string) => void;
}

export interface LineTags {
  readonly set: (lines: readonly OrderLine[]) => void;
  /** The lines' pixels from the top, in their order; read at every redraw. */
  readonly place: (ys: readonly number[], height: number, width: number) => void;
  readonly destroy: () => void;
}

interface Tag {
  readonly line: OrderLine;
  readonly element: HTMLElement;
  readonly price: HTMLElement;
}

/**
 * Tags of the customer's lines over the canvas. As HTML elements they can be pressed, dragged while the page
 * still scrolls everywhere else, and read aloud.
 */
export function createLineTags(container: HTMLElement, options: LineTagOptions): LineTags {
  const layer = document.createElement('div');
  layer.className = styles['layer'] ?? '';
  const ghost = document.createElement('div');
  ghost.className = styles['ghost'] ?? '';
  ghost.hidden = true;
  const ghostText = document.createElement('span');
  ghost.append(ghostText);
  layer.append(ghost);
  container.append(layer);
  let tags: readonly Tag[] = [];
  let size = { height: 0, width: 0 };

  const letDrag = (line: OrderLine, element: HTMLElement) => {
    let startY: number | undefined;
    let isDragging = false;
    const heightOf = (event: PointerEvent) =>
      Math.min(Math.max(event.clientY - layer.getBoundingClientRect().top, 0), size.height);
    const stop = () => {
      startY = undefined;
      ghost.hidden = true;
      delete element.dataset['dragged'];
    };
    element.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      startY = event.clientY;
      isDragging = false;
    });
    element.addEventListener('pointermove', event => {
      if (startY === undefined) return;
      if (!isDragging && Math.abs(event.clientY - startY) < DRAG_FROM) return;
      isDragging = true;
      element.dataset['dragged'] = 'true';
      const y = heightOf(event);
      ghost.hidden = false;
      ghost.dataset['tone'] = line.tone;
      ghost.style.transform = `translateY(${y}px)`;
      ghostText.textContent = options.written(options.priceAt(y));
    });
    element.addEventListener('pointerup', event => {
      const isDropped = startY !== undefined && isDragging;
      stop();
      if (isDropped) options.onMoved(line.id, options.priceAt(heightOf(event)));
    });
    element.addEventListener('pointercancel', stop);
    // Also handles the keyboard. The click at the end of a drag is ignored.
    element.addEventListener('click', () => {
      if (!isDragging) options.onPressed(line.id);
      isDragging = false;
    });
  };

  const create = (line: OrderLine): Tag => {
    const element = document.createElement(line.move === undefined ? 'span' : 'button');
    element.className = styles['tag'] ?? '';
    element.dataset['tone'] = line.tone;
    element.dataset['line'] = line.id;
    if (element instanceof HTMLButtonElement) {
      element.type = 'button';
      element.setAttribute('aria-label', line.move ?? '');
      letDrag(line, element);
    }
    const price = document.createElement('span');
    price.className = styles['price'] ?? '';
    element.append(line.label, price);
    return { line, element, price };
  };

  return {
    set(lines) {
      ghost.hidden = true;
      for (const { element } of tags) element.remove();
      tags = lines.map(create);
      layer.append(...tags.map(tag => tag.element));
    },
    place(ys, height, width) {
      size = { height, width };
      layer.style.width = `${width}px`;
      layer.style.height = `${height}px`;
      for (const [index, { top, beyond, shown }] of layoutTags(
        ys,
        height,
        TAG_HEIGHT,
        LEGEND_HEIGHT,
      ).entries()) {
        const tag = tags[index];
        if (!tag) continue;
        tag.element.hidden = !shown;
        tag.element.style.transform = `translateY(${Math.round(top)}px)`;
        tag.price.textContent =
          beyond === null ? '' : `${beyond === 'above' ? '↑' : '↓'} ${tag.line.shownPrice}`;
      }
    },
    destroy: () => layer.remove(),
  };
}
