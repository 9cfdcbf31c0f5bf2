import type { chart as english } from '../en/chart.ts';
import type { Shape } from '../shape.ts';

export const chart: Shape<typeof english> = {
  label: '{symbol} 가격 차트',
  spotOf: '캔들은 {symbol} 현물 거래 기준입니다. 계약 자체의 가격은 페이지 위쪽에 있습니다.',
  interval: '간격',
  intervals: {
    line: '라인',
    '1m': '1분',
    '5m': '5분',
    '30m': '30분',
    '1h': '1시간',
    '1d': '일',
    '1w': '주',
    '1M': '월',
  },
  full: '전체 화면',
  leaveFull: '전체 화면 종료',
  indicators: '지표',
  orders: '내 주문',
  empty: '아직 가격이 없습니다. 첫 체결과 함께 첫 캔들이 나타납니다.',
  legend: {
    time: '시간: ',
    open: '시가: ',
    high: '고가: ',
    low: '저가: ',
    close: '종가: ',
    volume: '거래량: ',
    change: '변동: ',
  },
};
