import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: '计价方式',
    text: '选择总资产的显示币种。只影响显示，不影响您持有的资产。',
    rate: '汇率：{age}',
    demo: '演示汇率：{age}',
    old: '旧汇率：{age}',
    missing: '暂无 {currency} 汇率，以 {shown} 显示',
    noRates: '暂时没有其他货币的汇率。',
    perUsdt: '每 USDT 折合 {currency}',
    perUsdtTitle: '其他货币，按 USDT 汇率',
  },
  zone: {
    label: '时区',
    change: '时区：{zone}。更改',
    device: '跟随本设备',
    deviceShort: '本地',
    search: '搜索城市或时区',
    none: '未找到时区',
    text: '用于应用和图表中的所有时间。结算、每日利息等平台日期仍以 UTC 为准。',
  },
};
