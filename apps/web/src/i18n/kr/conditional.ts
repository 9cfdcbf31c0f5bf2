export const conditional = {
  offer: {
    order: '조건부 주문',
    position: '분할 익절 또는 추적',
  },
  offerText: {
    order: '가격을 기다렸다가 시장가나 지정가 주문을 냅니다. 그때까지 아무것도 묶이지 않습니다.',
    position: '이 포지션을 나누어 여러 번 익절하거나 가격을 따라가는 스톱을 둡니다.',
  },
  title: '조건부 주문: {contract}',
  titlePosition: '조건부 청산: {contract}',
  kind: '종류',
  kinds: {
    stop: '스톱',
    takeProfit: '익절',
    trailing: '추적',
  },
  side: '매수 또는 매도',
  sides: {
    buy: '매수 (롱)',
    sell: '매도 (숏)',
  },
  waits: {
    buy: {
      rise: '가격이 트리거까지 오르면 매수합니다.',
      fall: '가격이 트리거까지 내리면 매수합니다.',
    },
    sell: {
      rise: '가격이 트리거까지 오르면 매도합니다.',
      fall: '가격이 트리거까지 내리면 매도합니다.',
    },
  },
  trails: {
    buy: '가격 하락을 따라가다 거리만큼 오르면 매수합니다.',
    sell: '가격 상승을 따라가다 거리만큼 내리면 매도합니다.',
  },
  source: '감시 가격',
  sources: {
    mark: '마크',
    index: '지수',
    last: '최근',
  },
  now: '현재 {source}: {price}',
  distance: '거리',
  changeUnit: '거리 단위 {unit}: 변경',
  activation: '추적 시작 가격 ({currency}, 선택)',
  trigger: '트리거 가격 ({currency})',
  placesThen: '발동 후 주문',
  whole: '그때 보유한 전부',
  lotsOf: '계약 수 (보유 {lots})',
  noteReduces:
    '청산만 하며, 그때 보유한 만큼까지만 합니다. 기다리는 동안 아무것도 묶이지 않습니다. 발동하면 다른 주문처럼 검사되고, 거부되면 이유가 표시됩니다.',
  noteOpens:
    '{multiple}로 엽니다. 기다리는 동안 아무것도 묶이지 않습니다. 발동하면 자금을 포함해 다른 주문처럼 검사되고, 거부되면 이유가 표시됩니다.',
  place: '조건부 주문 내기',
  placed: '접수되었습니다. 가격을 기다립니다.',
  problem: {
    trigger_required: '트리거 가격을 입력하세요',
    trigger_below: '트리거는 {price}보다 낮게',
    trigger_above: '트리거는 {price}보다 높게',
    distance_required: '거리를 입력하세요',
    distance_range: '거리는 {least}~{most} %',
    price_required: '가격을 입력하세요',
    price_step: '가격 단위는 {step}',
    lots_required: '계약 수를 입력하세요',
    lots_too_many: '최대 {most}계약',
  },
  does: {
    open: {
      buy: '매수',
      sell: '매도',
    },
    reduce: {
      buy: '숏 청산',
      sell: '롱 청산',
    },
  },
  follows: '{from}부터 추적',
  fires: '발동 조건',
  until: '기한',
  list: '조건부 주문',
  cancelAll: '조건부 주문 {count}건을 취소할까요?',
  cancelAllText: '그중 스톱과 익절은 더 이상 보호하지 않습니다. 호가창의 주문과 포지션은 그대로입니다.',
  none: '끝난 조건부 주문이 없습니다',
  noneText: '가격을 기다리던 주문은 발동하거나 끝나면 여기에 표시됩니다.',
  news: {
    fired: '{name}: {price}에 발동했습니다',
    refused: '{name}: 발동했지만 주문이 거부되었습니다. {reason}',
  },
  ended: {
    fired: '{price}에 발동',
    cancelled_by_customer: '취소됨',
    position_closed: '포지션 청산됨',
    expired: '기한 만료',
    refused: '거부됨: {reason}',
  },
};
