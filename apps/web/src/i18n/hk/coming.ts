import type { coming as english } from '../en/coming.ts';
import type { Shape } from '../shape.ts';

export const coming: Shape<typeof english> = {
  badge: '即將開放',
  expect: '您將得到',
  trade: '去交易',
  referral: {
    title: '邀請回贈',
    text: '邀請朋友，分享他們所付手續費的一部分。',
    one: '附有邀請碼的海報，方便分享',
    two: '每筆回贈都註明來自哪筆手續費',
    three: '前十名排行榜，姓名已隱去',
    already: '您的邀請碼已經有效',
    alreadyText: '用它註冊的人，由第一天起就算您邀請的朋友。',
    code: '您的邀請碼',
    link: '您的連結',
  },
  help: {
    title: '幫助中心',
    text: '答案、指南，以及可以傾談的人。',
    one: '可搜尋的常見問題',
    two: '線上客服',
    three: '可附圖片的意見反映',
    until: '在此之前',
    securityText: '如有異常，可立即凍結帳戶',
    recordsText: '每筆進展到哪一步、在等誰處理',
  },
};
