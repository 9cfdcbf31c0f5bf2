import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: '即将开放',
  expect: '您将得到',
  trade: '去交易',
  referral: {
    title: '邀请返佣',
    text: '邀请好友，分享他们所付手续费的一部分。',
    one: '带有邀请码的海报，方便分享',
    two: '每笔返佣都注明来自哪笔手续费',
    three: '前十名排行榜，姓名已隐去',
    already: '您的邀请码已经有效',
    alreadyText: '用它注册的人，从第一天起就算您邀请的朋友。',
    code: '您的邀请码',
    link: '您的链接',
  },
  help: {
    title: '帮助中心',
    text: '答案、指南，以及可以交谈的人。',
    one: '可搜索的常见问题',
    two: '在线客服',
    three: '可附图片的意见反馈',
    until: '在此之前',
    securityText: '如有异常，可立即冻结账户',
    recordsText: '每笔进展到哪一步、在等谁处理',
  },
};
