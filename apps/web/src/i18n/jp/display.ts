import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: '評価通貨',
    text: '合計額を表示する通貨を選びます。表示だけが変わり、保有資産は変わりません。',
    rate: 'レート：{age}',
    demo: 'デモレート：{age}',
    old: '古いレート：{age}',
    missing: '現在 {currency} のレートがないため、{shown} で表示しています',
    noRates: '現在、ほかの通貨のレートはありません。',
    perUsdt: '1 USDT あたりの {currency}',
    perUsdtTitle: 'ほかの通貨（USDT のレートで換算）',
  },
  zone: {
    label: 'タイムゾーン',
    change: 'タイムゾーン：{zone}。変更',
    device: 'この端末に合わせる',
    deviceShort: '端末',
    search: '都市またはタイムゾーンを検索',
    none: '該当するタイムゾーンがありません',
    text: 'アプリとチャートのすべての時刻に使います。決済や日次利息など取引所の日付は UTC のままです。',
  },
};
