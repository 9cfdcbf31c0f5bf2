import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  welcome: {
    title: '账目人人可查的交易所',
    demo: '这是演示：用体验金按真实价格交易，没有任何损失。',
    live: '在您可以亲自核对的价格和订单簿中交易。',
  },
  quick: {
    label: '快捷入口',
    option: '期权',
    launch: '新币',
    convert: '闪兑',
    referral: '邀请',
    proof: '证明',
    records: '记录',
    verify: '认证',
    help: '帮助',
  },
  banner: {
    label: '我们的承诺',
    proof: '亲自核对我们的账目',
    proofText: '每一笔都有对应的另一半，就像符木的两半。',
    option: '谁也改不了的结果',
    optionText: '入场、出场和赔付都由公开价格得出，您可以重新计算。',
    trust: '利息第一天就备好',
    trustText: '托管将得的利息，开始之前就已划出。',
  },
  search: '币种、订单或页面',
};
