export const conditional = {
  offer: {
    order: '條件單',
    position: '分批止盈或追蹤止損',
  },
  offerText: {
    order: '等待價格到達後再發出市價單或限價單，此前不凍結任何資金。',
    position: '為該倉位的各部分設置多個止盈，或設置跟隨價格的止損。',
  },
  title: '條件單：{contract}',
  titlePosition: '條件平倉：{contract}',
  kind: '類型',
  kinds: {
    stop: '止損',
    takeProfit: '止盈',
    trailing: '追蹤',
  },
  side: '買入或賣出',
  sides: {
    buy: '買入（多）',
    sell: '賣出（空）',
  },
  waits: {
    buy: {
      rise: '價格上漲到觸發價時買入。',
      fall: '價格下跌到觸發價時買入。',
    },
    sell: {
      rise: '價格上漲到觸發價時賣出。',
      fall: '價格下跌到觸發價時賣出。',
    },
  },
  trails: {
    buy: '跟隨價格下跌，回升達到該距離時買入。',
    sell: '跟隨價格上漲，回落達到該距離時賣出。',
  },
  source: '觀察價格',
  sources: {
    mark: '標記',
    index: '指數',
    last: '最新',
  },
  now: '目前{source}：{price}',
  distance: '距離',
  changeUnit: '距離單位為 {unit}：更改',
  activation: '開始跟隨價（{currency}，可留空）',
  trigger: '觸發價（{currency}）',
  placesThen: '觸發後下單',
  whole: '屆時持有的全部',
  lotsOf: '張數（共 {lots}）',
  noteReduces:
    '只平倉，最多平掉屆時持有的數量。等待期間不凍結資金。觸發時，訂單與其他訂單一樣接受檢查；如被拒絕，會說明原因。',
  noteOpens:
    '以 {multiple} 開倉。等待期間不凍結資金。觸發時，訂單與其他訂單一樣接受檢查（包括資金）；如被拒絕，會說明原因。',
  place: '提交條件單',
  placed: '已提交，等待價格到達。',
  problem: {
    trigger_required: '請輸入觸發價',
    trigger_below: '觸發價須低於 {price}',
    trigger_above: '觸發價須高於 {price}',
    distance_required: '請輸入距離',
    distance_range: '距離為 {least} 至 {most} %',
    price_required: '請輸入價格',
    price_step: '價格步長為 {step}',
    lots_required: '請輸入張數',
    lots_too_many: '最多 {most} 張',
  },
  does: {
    open: {
      buy: '買入',
      sell: '賣出',
    },
    reduce: {
      buy: '平空',
      sell: '平多',
    },
  },
  follows: '自 {from} 起跟隨',
  fires: '觸發條件',
  until: '有效至',
  list: '條件單',
  cancelAll: '取消 {count} 個條件單？',
  cancelAllText: '其中的止損和止盈將不再保護您。訂單簿中的訂單和倉位不變。',
  none: '沒有已結束的條件單',
  noneText: '等待價格的訂單在觸發或結束後顯示在這裏。',
  news: {
    fired: '{name} 已在 {price} 觸發',
    refused: '{name} 已觸發，但訂單被拒絕：{reason}',
  },
  ended: {
    fired: '已在 {price} 觸發',
    cancelled_by_customer: '已取消',
    position_closed: '倉位已平',
    expired: '已過期',
    refused: '被拒絕：{reason}',
  },
};
