import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  welcome: {
    title: '帳目人人可查的交易所',
    demo: '這是示範：用體驗金按真實價格交易，沒有任何損失。',
    live: '在您可以親自核對的價格和訂單簿中交易。',
  },
  quick: {
    label: '快捷入口',
    option: '期權',
    launch: '新幣',
    convert: '閃兌',
    referral: '邀請',
    proof: '證明',
    records: '紀錄',
    verify: '認證',
    help: '幫助',
  },
  banner: {
    label: '我們的承諾',
    proof: '親自核對我們的帳目',
    proofText: '每一筆都有對應的另一半，就像符木的兩半。',
    option: '誰也改不了的結果',
    optionText: '入場、出場和賠付都由公開價格得出，您可以重新計算。',
    trust: '利息第一天就備好',
    trustText: '託管將得的利息，開始之前就已劃出。',
  },
  search: '幣種、訂單或頁面',
};
