import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: '計價方式',
    text: '選擇總資產的顯示幣種。只影響顯示，不影響您持有的資產。',
    rate: '匯率：{age}',
    demo: '示範匯率：{age}',
    old: '舊匯率：{age}',
    missing: '暫無 {currency} 匯率，以 {shown} 顯示',
    noRates: '暫時沒有其他貨幣的匯率。',
    perUsdt: '每 USDT 折合 {currency}',
    perUsdtTitle: '其他貨幣，按 USDT 匯率',
  },
  zone: {
    label: '時區',
    change: '時區：{zone}。更改',
    device: '跟隨本裝置',
    deviceShort: '本地',
    search: '搜尋城市或時區',
    none: '找不到時區',
    text: '用於應用程式和圖表中的所有時間。結算、每日利息等平台日期仍以 UTC 為準。',
  },
};
