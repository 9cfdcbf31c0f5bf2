import type { PerpetualTexts } from './text.ts';

export const zh: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}：接近强平',
    paragraphs: [
      '您在 {symbol} 的仓位 {position} 接近强平。标记价格为 {mark}，强平价格为 {liquidation}。',
      '追加保证金或平掉一部分即可保住仓位。在其恢复之前只提醒一次。',
    ],
    sms: 'Tallystick：{symbol} 仓位 {position} 接近强平，标记价格 {mark}，强平价格 {liquidation}。',
  },
  perpetualTakeProfit: {
    subject: '{symbol}：止盈已执行',
    paragraphs: [
      '{symbol} 仓位 {position} 的止盈在标记价格 {mark} 触发，平均平仓价格为 {price}。',
      '扣除手续费和资金费用后的仓位盈亏：{profit} USDT。',
    ],
    sms: 'Tallystick：{symbol} 仓位 {position} 止盈，平仓价 {price}，盈亏 {profit} USDT。',
  },
  perpetualStopLoss: {
    subject: '{symbol}：止损已执行',
    paragraphs: [
      '{symbol} 仓位 {position} 的止损在标记价格 {mark} 触发，平均平仓价格为 {price}。',
      '扣除手续费和资金费用后的仓位盈亏：{profit} USDT。',
    ],
    sms: 'Tallystick：{symbol} 仓位 {position} 止损，平仓价 {price}，盈亏 {profit} USDT。',
  },
  perpetualToppedUp: {
    subject: '{symbol}：已自动追加保证金',
    paragraphs: [
      '标记价格 {mark} 本会使 {symbol} 仓位 {position} 被强平，因此已从您的合约账户追加 {amount} USDT 保证金。',
      '现在的强平价格为 {liquidation}。追加上限还剩 {left} USDT，用完后仓位将被强平。',
    ],
    sms: 'Tallystick：{symbol} 仓位 {position} 已自动追加保证金 {amount} USDT，上限还剩 {left} USDT。',
  },
  perpetualLiquidated: {
    subject: '{symbol}：仓位已被强平',
    paragraphs: [
      '{symbol} 仓位 {position} 在标记价格 {mark} 被强平：其权益已不足以覆盖维持保证金。',
      '其保证金中有 {returned} USDT 退还给您。应用中可查看全部计算数据。',
    ],
    sms: 'Tallystick：{symbol} 仓位 {position} 在标记价格 {mark} 被强平，退还 {returned} USDT。',
  },
  perpetualDeleveraged: {
    subject: '{symbol}：仓位被自动减仓',
    paragraphs: [
      '{symbol} 仓位 {position} 以 {price} 被减少 {lots} 张，因为对手方的强平仓位无法由订单簿和保险基金承接。',
      '这些张数的盈利归您所有。应用中可查看全部计算数据。',
    ],
    sms: 'Tallystick：{symbol} 仓位 {position} 以 {price} 被自动减仓 {lots} 张。',
  },
  perpetualFundingReceived: {
    subject: '收到资金费用：{amount} USDT',
    paragraphs: [
      '您的未平仓合约（{positions}）收到资金费用 {amount} USDT。',
      '资金费用每 8 小时在多头与空头之间支付。应用中列出每笔支付及其费率。',
    ],
    sms: 'Tallystick：您的未平仓合约收到资金费用 {amount} USDT。',
  },
  perpetualFundingPaid: {
    subject: '支付资金费用：{amount} USDT',
    paragraphs: [
      '您的未平仓合约（{positions}）支付资金费用 {amount} USDT。',
      '资金费用每 8 小时在多头与空头之间支付。应用中列出每笔支付及其费率。',
    ],
    sms: 'Tallystick：您的未平仓合约支付资金费用 {amount} USDT。',
  },
};
