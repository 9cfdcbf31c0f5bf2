import { registerOverlay, type Chart } from 'klinecharts';
import { formatPrice } from '#ui/format.ts';
import { priceLevel } from '../model/candles.ts';
import { widenRange } from '../model/line-layout.ts';
import { lineColours, type UpColour } from './chart-styles.ts';
import { createLineTags, type LineTagOptions, type OrderLine } from './line-tags.ts';

const CANDLE_PANE = 'candle_pane';
const OWN_LINES = 'ownLines';

/** Handlers for moved lines. The chart only reports the new price; it redraws a line when its price changes. */
export type LineMoves = Pick<LineTagOptions, 'onMoved' | 'onPressed'>;

interface LinesData {
  readonly colours: readonly string[];
  readonly onDrawn: (ys: readonly number[], height: number, width: number) => void;
}

registerOverlay<LinesData>({
  name: OWN_LINES,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const { colours, onDrawn } = overlay.extendData;
    onDrawn(
      coordinates.map(({ y }) => y),
      bounding.height,
      bounding.width,
    );
    return coordinates.map(({ y }, index) => ({
      type: 'line',
      ignoreEvent: true,
      attrs: {
        coordinates: [
          { x: 0, y },
          { x: bounding.width, y },
        ],
      },
      styles: { style: 'dashed', dashedValue: [4, 4], color: colours[index] ?? '', size: 1 },
    }));
  },
});

export interface OwnLines {
  readonly set: (lines: readonly OrderLine[]) => void;
  readonly recolour: (upColour: UpColour) => void;
  readonly destroy: () => void;
}

/** The customer's orders and positions as lines with tags. The visible price range widens to near lines. */
export function createOwnLines(
  chart: Chart,
  container: HTMLElement,
  options: LineMoves & {
    readonly upColour: UpColour;
    /** A value of the price axis as text. */
    readonly priceText: (level: number) => string;
    readonly priceDecimals: number;
  },
): OwnLines {
  let { upColour } = options;
  let shown: readonly (OrderLine & { readonly level: number })[] = [];
  const tags = createLineTags(container, {
    ...options,
    written: price => formatPrice(price, options.priceDecimals),
    priceAt: y => {
      const point = chart.convertFromPixel([{ y }], { paneId: CANDLE_PANE });
      const { value } = Array.isArray(point) ? (point[0] ?? {}) : point;
      return value === undefined ? '' : options.priceText(value);
    },
  });
  const draw = () => {
    chart.removeOverlay({ name: OWN_LINES });
    const colours = lineColours(upColour);
    if (shown.length > 0) {
      chart.createOverlay({
        name: OWN_LINES,
        paneId: CANDLE_PANE,
        points: shown.map(({ level }) => ({ value: level })),
        extendData: {
          colours: shown.map(({ tone }) => colours[tone]),
          onDrawn: tags.place,
        } satisfies LinesData,
      });
    }
    // Liquidation may be far away. Its tag stays at the edge, so that it does not flatten the candles.
    const near = shown.filter(({ tone }) => tone !== 'liquidation').map(({ level }) => level);
    chart.overrideYAxis({
      paneId: CANDLE_PANE,
      createRange: ({ defaultRange }) => {
        const { from, to } = widenRange(defaultRange.from, defaultRange.to, near);
        const range = to - from;
        return {
          from,
          to,
          range,
          realFrom: from,
          realTo: to,
          realRange: range,
          displayFrom: from,
          displayTo: to,
          displayRange: range,
        };
      },
    });
  };
  return {
    set(lines) {
      shown = lines.flatMap(line => {
        const level = priceLevel(line.price);
        return level === undefined ? [] : [{ ...line, level }];
      });
      tags.set(shown);
      draw();
    },
    recolour(next) {
      upColour = next;
      draw();
    },
    destroy: tags.destroy,
  };
}
