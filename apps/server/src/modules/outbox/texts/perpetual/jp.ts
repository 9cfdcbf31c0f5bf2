import type { PerpetualTexts } from './text.ts';

export const jp: PerpetualTexts = {
  perpetualNearLiquidation: {
    subject: '{symbol}：まもなく清算',
    paragraphs: [
      '{symbol} のポジション {position} が清算に近づいています。マーク価格は {mark}、清算価格は {liquidation} です。',
      '証拠金を追加するか一部を決済すると維持できます。回復するまでお知らせは一度だけです。',
    ],
    sms: 'Tallystick: {symbol} のポジション {position} が清算に近づいています。マーク価格 {mark}、清算価格 {liquidation}。',
  },
  perpetualTakeProfit: {
    subject: '{symbol}：利確が執行されました',
    paragraphs: [
      '{symbol} のポジション {position} の利確がマーク価格 {mark} で発動し、平均 {price} で決済されました。',
      '手数料と資金調達料を含むポジションの損益：{profit} USDT。',
    ],
    sms: 'Tallystick: {symbol} のポジション {position} を {price} で利確しました。損益 {profit} USDT。',
  },
  perpetualStopLoss: {
    subject: '{symbol}：損切りが執行されました',
    paragraphs: [
      '{symbol} のポジション {position} の損切りがマーク価格 {mark} で発動し、平均 {price} で決済されました。',
      '手数料と資金調達料を含むポジションの損益：{profit} USDT。',
    ],
    sms: 'Tallystick: {symbol} のポジション {position} を {price} で損切りしました。損益 {profit} USDT。',
  },
  perpetualToppedUp: {
    subject: '{symbol}：証拠金を自動で追加しました',
    paragraphs: [
      'マーク価格 {mark} で {symbol} のポジション {position} が清算されるところだったため、先物口座から証拠金 {amount} USDT を追加しました。',
      '現在の清算価格は {liquidation} です。上限の残りは {left} USDT で、使い切ると清算されます。',
    ],
    sms: 'Tallystick: {symbol} のポジション {position} に証拠金 {amount} USDT を自動で追加しました。上限の残りは {left} USDT です。',
  },
  perpetualLiquidated: {
    subject: '{symbol}：清算されました',
    paragraphs: [
      '{symbol} のポジション {position} はマーク価格 {mark} で清算されました。純資産が維持証拠金を下回ったためです。',
      '証拠金のうち {returned} USDT が返還されました。計算に使われた数値はすべてアプリで確認できます。',
    ],
    sms: 'Tallystick: {symbol} のポジション {position} はマーク価格 {mark} で清算されました。返還額 {returned} USDT。',
  },
  perpetualDeleveraged: {
    subject: '{symbol}：自動デレバレッジ',
    paragraphs: [
      '{symbol} のポジション {position} が {price} で {lots} ロット減らされました。反対側の清算を板と保険基金で賄えなかったためです。',
      'このロットの利益はお客様のものです。計算に使われた数値はすべてアプリで確認できます。',
    ],
    sms: 'Tallystick: {symbol} のポジション {position} が {price} で {lots} ロット自動的に減らされました。',
  },
  perpetualFundingReceived: {
    subject: '資金調達料の受け取り：{amount} USDT',
    paragraphs: [
      '保有中の先物（{positions} 件）が資金調達料 {amount} USDT を受け取りました。',
      '資金調達料は 8 時間ごとにロングとショートの間で支払われます。各支払いと料率はアプリで確認できます。',
    ],
    sms: 'Tallystick: 保有中の先物が資金調達料 {amount} USDT を受け取りました。',
  },
  perpetualFundingPaid: {
    subject: '資金調達料の支払い：{amount} USDT',
    paragraphs: [
      '保有中の先物（{positions} 件）が資金調達料 {amount} USDT を支払いました。',
      '資金調達料は 8 時間ごとにロングとショートの間で支払われます。各支払いと料率はアプリで確認できます。',
    ],
    sms: 'Tallystick: 保有中の先物が資金調達料 {amount} USDT を支払いました。',
  },
};
