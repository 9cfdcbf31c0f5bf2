import type { MoneyTexts } from './text.ts';

export const hk: MoneyTexts = {
  depositPassed: {
    subject: '充值已到帳：{amount} {currency}',
    paragraphs: ['您充值的 {amount} {currency} 已存入現貨帳戶。', '您可以立即開始交易。'],
    sms: '【Tallystick】您充值的 {amount} {currency} 已到帳。',
  },
  depositRejected: {
    subject: '充值未通過：{amount} {currency}',
    paragraphs: [
      '您充值的 {amount} {currency} 未能到帳。原因：{reason}',
      '您可以上載更清晰的憑證重新提交，或聯絡客服。',
    ],
    sms: '【Tallystick】您充值的 {amount} {currency} 未通過，請在應用程式中查看原因。',
  },
  depositReversed: {
    subject: '充值已撤回：{amount} {currency}',
    paragraphs: [
      '區塊鏈網絡替換了包含您 {amount} {currency} 轉帳的區塊，因此該筆入帳已撤回。',
      '轉帳再次確認後會重新入帳；已使用的部分在此之前記為欠款。',
    ],
    sms: '【Tallystick】網絡撤銷了您 {amount} {currency} 的轉帳，入帳已撤回。',
  },
  withdrawalAsked: {
    subject: '提現申請：{amount} {currency}',
    paragraphs: [
      '已申請提現 {amount} {currency} 至 {destination}。在審核完成前該金額將被凍結。',
      '如非您本人操作，請立即取消、在應用程式中凍結帳戶並聯絡客服。',
    ],
    sms: '【Tallystick】已申請提現 {amount} {currency}。如非您本人操作，請立即凍結帳戶。',
  },
  withdrawalApproved: {
    subject: '提現已批准：{amount} {currency}',
    paragraphs: ['您提現的 {amount} {currency} 已通過審核，即將發出。', '如非您本人操作，請立即聯絡客服。'],
    sms: '【Tallystick】您提現的 {amount} {currency} 已通過審核。',
  },
  withdrawalSent: {
    subject: '提現已發出：{amount} {currency}',
    paragraphs: ['您提現的 {amount} {currency} 已發送至 {destination}。', '交易編號：{transaction}'],
    sms: '【Tallystick】您提現的 {amount} {currency} 已發出。',
  },
  withdrawalRejected: {
    subject: '提現被拒絕：{amount} {currency}',
    paragraphs: ['您提現的 {amount} {currency} 被拒絕。原因：{reason}', '全部金額已恢復可用。'],
    sms: '【Tallystick】您提現的 {amount} {currency} 被拒絕，金額已恢復可用。',
  },
  withdrawalCancelled: {
    subject: '提現已取消：{amount} {currency}',
    paragraphs: ['您提現的 {amount} {currency} 已取消。', '全部金額已恢復可用。'],
    sms: '【Tallystick】您提現的 {amount} {currency} 已取消。',
  },
  withdrawalFailed: {
    subject: '提現未能執行：{amount} {currency}',
    paragraphs: [
      '您提現 {amount} {currency} 的申請已收到，但未能執行。',
      '您的帳戶未被扣款。請查看餘額後重新申請。',
    ],
    sms: '【Tallystick】您提現的 {amount} {currency} 未能執行，未扣款。',
  },
  addressAdded: {
    subject: '已新增提現地址',
    paragraphs: [
      '地址 {address}（{network}）已加入您的 {currency} 地址簿。',
      '如非您本人操作，請立即在應用程式中凍結帳戶並聯絡客服。',
    ],
    sms: '【Tallystick】已新增提現地址。如非您本人操作，請立即凍結帳戶。',
  },
  bankCardSaved: {
    subject: '銀行卡已儲存',
    paragraphs: ['現在可以提現至銀行卡 {card}。', '如非您本人操作，請立即在應用程式中凍結帳戶並聯絡客服。'],
    sms: '【Tallystick】銀行卡 {card} 已儲存。如非您本人操作，請立即凍結帳戶。',
  },
};
