import type { MoneyTexts } from './text.ts';

export const zh: MoneyTexts = {
  depositPassed: {
    subject: '充值已到账：{amount} {currency}',
    paragraphs: ['您充值的 {amount} {currency} 已存入现货账户。', '您可以立即开始交易。'],
    sms: '【Tallystick】您充值的 {amount} {currency} 已到账。',
  },
  depositRejected: {
    subject: '充值未通过：{amount} {currency}',
    paragraphs: [
      '您充值的 {amount} {currency} 未能到账。原因：{reason}',
      '您可以上传更清晰的凭证重新提交，或联系客服。',
    ],
    sms: '【Tallystick】您充值的 {amount} {currency} 未通过，请在应用中查看原因。',
  },
  depositReversed: {
    subject: '充值已撤回：{amount} {currency}',
    paragraphs: [
      '区块链网络替换了包含您 {amount} {currency} 转账的区块，因此该笔入账已撤回。',
      '转账再次确认后会重新入账；已使用的部分在此之前记为欠款。',
    ],
    sms: '【Tallystick】网络撤销了您 {amount} {currency} 的转账，入账已撤回。',
  },
  withdrawalAsked: {
    subject: '提现申请：{amount} {currency}',
    paragraphs: [
      '已申请提现 {amount} {currency} 至 {destination}。在审核完成前该金额将被冻结。',
      '如非本人操作，请立即取消、在应用中冻结账户并联系客服。',
    ],
    sms: '【Tallystick】已申请提现 {amount} {currency}。如非本人操作，请立即冻结账户。',
  },
  withdrawalApproved: {
    subject: '提现已批准：{amount} {currency}',
    paragraphs: ['您提现的 {amount} {currency} 已通过审核，即将发出。', '如非本人操作，请立即联系客服。'],
    sms: '【Tallystick】您提现的 {amount} {currency} 已通过审核。',
  },
  withdrawalSent: {
    subject: '提现已发出：{amount} {currency}',
    paragraphs: ['您提现的 {amount} {currency} 已发送至 {destination}。', '交易编号：{transaction}'],
    sms: '【Tallystick】您提现的 {amount} {currency} 已发出。',
  },
  withdrawalRejected: {
    subject: '提现被拒绝：{amount} {currency}',
    paragraphs: ['您提现的 {amount} {currency} 被拒绝。原因：{reason}', '全部金额已恢复可用。'],
    sms: '【Tallystick】您提现的 {amount} {currency} 被拒绝，金额已恢复可用。',
  },
  withdrawalCancelled: {
    subject: '提现已取消：{amount} {currency}',
    paragraphs: ['您提现的 {amount} {currency} 已取消。', '全部金额已恢复可用。'],
    sms: '【Tallystick】您提现的 {amount} {currency} 已取消。',
  },
  withdrawalFailed: {
    subject: '提现未能执行：{amount} {currency}',
    paragraphs: [
      '您提现 {amount} {currency} 的申请已收到，但未能执行。',
      '您的账户未被扣款。请查看余额后重新申请。',
    ],
    sms: '【Tallystick】您提现的 {amount} {currency} 未能执行，未扣款。',
  },
  addressAdded: {
    subject: '已添加提现地址',
    paragraphs: [
      '地址 {address}（{network}）已加入您的 {currency} 地址簿。',
      '如非本人操作，请立即在应用中冻结账户并联系客服。',
    ],
    sms: '【Tallystick】已添加提现地址。如非本人操作，请立即冻结账户。',
  },
  bankCardSaved: {
    subject: '银行卡已保存',
    paragraphs: ['现在可以提现至银行卡 {card}。', '如非本人操作，请立即在应用中冻结账户并联系客服。'],
    sms: '【Tallystick】银行卡 {card} 已保存。如非本人操作，请立即冻结账户。',
  },
};
