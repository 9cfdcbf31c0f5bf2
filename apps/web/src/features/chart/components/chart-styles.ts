import type { DeepPartial, Styles } from 'klinecharts';
import { currentTextScale, type Settings, type Theme } from '#lib/settings.ts';

/** A design colour read from the page, as canvases cannot use CSS variables. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export type UpColour = Settings['upColour'];

/** What the colours and letters on the canvas depend on. */
export type Look = Pick<Settings, 'upColour' | 'textSize'> & { readonly theme: Theme };

const AVERAGES = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'];

interface ChartColours {
  readonly up: string;
  readonly down: string;
  readonly accent: string;
}

function chartColours(upColour: UpColour): ChartColours {
  const downColour = upColour === 'green' ? 'red' : 'green';
  return { up: token(upColour), down: token(downColour), accent: token('accent') };
}

/** Colours of the customer's own lines. */
export function lineColours(upColour: UpColour) {
  const { up, down, accent } = chartColours(upColour);
  return {
    buy: up,
    sell: down,
    entry: token('text'),
    target: accent,
    stop: token('warn'),
    liquidation: token('danger'),
  } as const;
}

/** The chart's styles in the app's colours; `line` draws a line instead of candles. */
export function chartStyles(line: boolean, upColour: UpColour): DeepPartial<Styles> {
  const { up, down, accent } = chartColours(upColour);
  const family = getComputedStyle(document.body).fontFamily;
  const quiet = token('text-3');
  const text = token('text-2');
  const ground = token('surface-2');
  const hairline = token('grid');
  const scale = currentTextScale();
  const small = { size: 10 * scale, family, weight: 'normal', color: quiet };
  const bar = {
    upColor: up,
    downColor: down,
    noChangeColor: quiet,
    upBorderColor: up,
    downBorderColor: down,
    noChangeBorderColor: quiet,
    upWickColor: up,
    downWickColor: down,
    noChangeWickColor: quiet,
  };
  const label = {
    size: 10 * scale,
    family,
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 3,
    paddingBottom: 3,
    borderRadius: 4,
  };
  return {
    grid: { horizontal: { color: hairline, style: 'solid' }, vertical: { show: false } },
    candle: {
      type: line ? 'area' : 'candle_solid',
      bar,
      area: {
        lineSize: 1.6,
        lineColor: accent,
        backgroundColor: [
          { offset: 0, color: `${accent}00` },
          { offset: 1, color: `${accent}38` },
        ],
        point: { color: accent, rippleColor: `${accent}40` },
      },
      priceMark: {
        high: { color: text, textSize: 10 * scale, textFamily: family },
        low: { color: text, textSize: 10 * scale, textFamily: family },
        last: { ...bar, line: { size: 1 }, text: { ...label, color: token('bg'), weight: 600 } },
      },
      tooltip: {
        showRule: 'follow_cross',
        showType: 'rect',
        rect: {
          position: 'fixed',
          color: `${ground}f2`,
          borderColor: 'transparent',
          borderRadius: 10,
          paddingLeft: 6,
          paddingRight: 6,
          paddingTop: 4,
          paddingBottom: 6,
          offsetTop: 6,
          offsetLeft: 6,
          offsetRight: 6,
        },
        title: { show: false },
        legend: {
          size: 11 * scale,
          family,
          color: text,
          marginTop: 3,
          marginLeft: 4,
          marginRight: 4,
          marginBottom: 0,
        },
      },
    },
    indicator: {
      ohlc: bar,
      bars: [{ upColor: `${up}88`, downColor: `${down}88`, noChangeColor: `${quiet}88` }],
      lines: AVERAGES.map(name => ({ color: token(name), size: 1.2 })),
      tooltip: {
        showRule: 'always',
        showType: 'standard',
        offsetLeft: 0,
        offsetTop: 2,
        title: { ...small, marginLeft: 4, marginTop: 2, marginBottom: 0, showParams: true },
        legend: {
          ...small,
          color: text,
          marginLeft: 4,
          marginRight: 0,
          marginTop: 2,
          marginBottom: 0,
          defaultValue: '—',
        },
      },
    },
    xAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: small },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: small },
    separator: { size: 1, color: hairline, activeBackgroundColor: hairline },
    crosshair: {
      horizontal: {
        line: { color: quiet, dashedValue: [3, 3] },
        text: { ...label, color: token('text'), backgroundColor: ground, borderColor: ground },
      },
      vertical: {
        line: { color: quiet, dashedValue: [3, 3] },
        text: { ...label, color: token('text'), backgroundColor: ground, borderColor: ground },
      },
    },
  };
}
