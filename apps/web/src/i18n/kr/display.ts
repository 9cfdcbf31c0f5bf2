import type { display as english } from '../en/display.ts';
import type { Shape } from '../shape.ts';

export const display: Shape<typeof english> = {
  valuation: {
    title: '평가 통화',
    text: '총액을 표시할 통화를 선택하세요. 표시만 바뀌며 보유 자산은 그대로입니다.',
    rate: '환율: {age}',
    demo: '데모 환율: {age}',
    old: '오래된 환율: {age}',
    missing: '현재 {currency} 환율이 없어 {shown}(으)로 표시합니다',
    noRates: '현재 다른 통화의 환율이 없습니다.',
    perUsdt: 'USDT당 {currency}',
    perUsdtTitle: '다른 통화 (USDT 환율 기준)',
  },
  zone: {
    label: '시간대',
    change: '시간대: {zone}. 변경',
    device: '이 기기와 동일',
    deviceShort: '현지',
    search: '도시 또는 시간대 검색',
    none: '시간대를 찾을 수 없습니다',
    text: '앱과 차트의 모든 시각에 사용합니다. 정산, 일일 이자 등 거래소의 날짜는 UTC 그대로입니다.',
  },
};
