import type { PerpetualTexts } from './text.ts';

export const hk: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}：接近強平',
    paragraphs: [
      '您在 {symbol} 的倉位 {position} 接近強平。標記價格為 {mark}，強平價格為 {liquidation}。',
      '追加保證金或平掉一部分即可保住倉位。在其恢復之前只提醒一次。',
    ],
    sms: 'Tallystick：{symbol} 倉位 {position} 接近強平，標記價格 {mark}，強平價格 {liquidation}。',
  },
  perpetualTakeProfit: {
    subject: '{symbol}：止盈已執行',
    paragraphs: [
      '{symbol} 倉位 {position} 的止盈在標記價格 {mark} 觸發，平均平倉價格為 {price}。',
      '扣除手續費和資金費用後的倉位盈虧：{profit} USDT。',
    ],
    sms: 'Tallystick：{symbol} 倉位 {position} 止盈，平倉價 {price}，盈虧 {profit} USDT。',
  },
  perpetualStopLoss: {
    subject: '{symbol}：止損已執行',
    paragraphs: [
      '{symbol} 倉位 {position} 的止損在標記價格 {mark} 觸發，平均平倉價格為 {price}。',
      '扣除手續費和資金費用後的倉位盈虧：{profit} USDT。',
    ],
    sms: 'Tallystick：{symbol} 倉位 {position} 止損，平倉價 {price}，盈虧 {profit} USDT。',
  },
  perpetualToppedUp: {
    subject: '{symbol}：已自動追加保證金',
    paragraphs: [
      '標記價格 {mark} 本會使 {symbol} 倉位 {position} 被強平，因此已從您的合約帳戶追加 {amount} USDT 保證金。',
      '現在的強平價格為 {liquidation}。追加上限還剩 {left} USDT，用完後倉位將被強平。',
    ],
    sms: 'Tallystick：{symbol} 倉位 {position} 已自動追加保證金 {amount} USDT，上限還剩 {left} USDT。',
  },
  perpetualLiquidated: {
    subject: '{symbol}：倉位已被強平',
    paragraphs: [
      '{symbol} 倉位 {position} 在標記價格 {mark} 被強平：其權益已不足以覆蓋維持保證金。',
      '其保證金中有 {returned} USDT 退還給您。應用中可查看全部計算數據。',
    ],
    sms: 'Tallystick：{symbol} 倉位 {position} 在標記價格 {mark} 被強平，退還 {returned} USDT。',
  },
  perpetualDeleveraged: {
    subject: '{symbol}：倉位被自動減倉',
    paragraphs: [
      '{symbol} 倉位 {position} 以 {price} 被減少 {lots} 張，因為對手方的強平倉位無法由訂單簿和保險基金承接。',
      '這些張數的盈利歸您所有。應用中可查看全部計算數據。',
    ],
    sms: 'Tallystick：{symbol} 倉位 {position} 以 {price} 被自動減倉 {lots} 張。',
  },
  perpetualFundingReceived: {
    subject: '收到資金費用：{amount} USDT',
    paragraphs: [
      '您的未平倉合約（{positions}）收到資金費用 {amount} USDT。',
      '資金費用每 8 小時在多頭與空頭之間支付。應用中列出每筆支付及其費率。',
    ],
    sms: 'Tallystick：您的未平倉合約收到資金費用 {amount} USDT。',
  },
  perpetualFundingPaid: {
    subject: '支付資金費用：{amount} USDT',
    paragraphs: [
      '您的未平倉合約（{positions}）支付資金費用 {amount} USDT。',
      '資金費用每 8 小時在多頭與空頭之間支付。應用中列出每筆支付及其費率。',
    ],
    sms: 'Tallystick：您的未平倉合約支付資金費用 {amount} USDT。',
  },
};
