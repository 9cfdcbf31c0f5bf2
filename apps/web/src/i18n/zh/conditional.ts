export const conditional = {
  offer: {
    order: '条件单',
    position: '分批止盈或追踪止损',
  },
  offerText: {
    order: '等待价格到达后再发出市价单或限价单，此前不冻结任何资金。',
    position: '为该仓位的各部分设置多个止盈，或设置跟随价格的止损。',
  },
  title: '条件单：{contract}',
  titlePosition: '条件平仓：{contract}',
  kind: '类型',
  kinds: {
    stop: '止损',
    takeProfit: '止盈',
    trailing: '追踪',
  },
  side: '买入或卖出',
  sides: {
    buy: '买入（多）',
    sell: '卖出（空）',
  },
  waits: {
    buy: {
      rise: '价格上涨到触发价时买入。',
      fall: '价格下跌到触发价时买入。',
    },
    sell: {
      rise: '价格上涨到触发价时卖出。',
      fall: '价格下跌到触发价时卖出。',
    },
  },
  trails: {
    buy: '跟随价格下跌，回升达到该距离时买入。',
    sell: '跟随价格上涨，回落达到该距离时卖出。',
  },
  source: '观察价格',
  sources: {
    mark: '标记',
    index: '指数',
    last: '最新',
  },
  now: '当前{source}：{price}',
  distance: '距离',
  changeUnit: '距离单位为 {unit}：更改',
  activation: '开始跟随价（{currency}，可留空）',
  trigger: '触发价（{currency}）',
  placesThen: '触发后下单',
  whole: '届时持有的全部',
  lotsOf: '张数（共 {lots}）',
  noteReduces:
    '只平仓，最多平掉届时持有的数量。等待期间不冻结资金。触发时，订单与其他订单一样接受检查；如被拒绝，会说明原因。',
  noteOpens:
    '以 {multiple} 开仓。等待期间不冻结资金。触发时，订单与其他订单一样接受检查（包括资金）；如被拒绝，会说明原因。',
  place: '提交条件单',
  placed: '已提交，等待价格到达。',
  problem: {
    trigger_required: '请输入触发价',
    trigger_below: '触发价须低于 {price}',
    trigger_above: '触发价须高于 {price}',
    distance_required: '请输入距离',
    distance_range: '距离为 {least} 至 {most} %',
    price_required: '请输入价格',
    price_step: '价格步长为 {step}',
    lots_required: '请输入张数',
    lots_too_many: '最多 {most} 张',
  },
  does: {
    open: {
      buy: '买入',
      sell: '卖出',
    },
    reduce: {
      buy: '平空',
      sell: '平多',
    },
  },
  follows: '自 {from} 起跟随',
  fires: '触发条件',
  until: '有效至',
  list: '条件单',
  cancelAll: '取消 {count} 个条件单？',
  cancelAllText: '其中的止损和止盈将不再保护您。订单簿中的订单和仓位不变。',
  none: '没有已结束的条件单',
  noneText: '等待价格的订单在触发或结束后显示在这里。',
  news: {
    fired: '{name} 已在 {price} 触发',
    refused: '{name} 已触发，但订单被拒绝：{reason}',
  },
  ended: {
    fired: '已在 {price} 触发',
    cancelled_by_customer: '已取消',
    position_closed: '仓位已平',
    expired: '已过期',
    refused: '被拒绝：{reason}',
  },
};
