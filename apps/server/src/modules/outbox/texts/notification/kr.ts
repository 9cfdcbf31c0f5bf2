import { notice, type NotificationTexts } from './text.ts';

export const kr: NotificationTexts = {
  orderBought: notice(
    '{symbol}: {quantity} {base} 매수 체결',
    '주문 {order}이(가) 평균 {price}에 {quantity} {base}을(를) 매수했습니다.',
  ),
  orderSold: notice(
    '{symbol}: {quantity} {base} 매도 체결',
    '주문 {order}이(가) 평균 {price}에 {quantity} {base}을(를) 매도했습니다.',
  ),
  contractBought: notice(
    '{symbol} 선물: {quantity} {base} 매수 체결',
    '선물 주문 {order}이(가) 평균 {price}에 {quantity} {base}을(를) 매수했습니다.',
  ),
  contractSold: notice(
    '{symbol} 선물: {quantity} {base} 매도 체결',
    '선물 주문 {order}이(가) 평균 {price}에 {quantity} {base}을(를) 매도했습니다.',
  ),
  ordersFilled: notice(
    '주문 {count}건이 체결되었습니다',
    '가장 최근 체결은 {symbol}입니다. 전체는 앱의 내역에서 확인할 수 있습니다.',
  ),
  alertRose: notice('{symbol} 가격이 {price}까지 올랐습니다', '알림으로 설정한 가격 {level}에 도달했습니다.'),
  alertFell: notice('{symbol} 가격이 {price}까지 내렸습니다', '알림으로 설정한 가격 {level}에 도달했습니다.'),
  alertChange: notice('{symbol}: 알림 설정 이후 {percent}%', '현재 가격은 {price}입니다.'),
  alertDayChange: notice('{symbol}: 24시간 동안 {percent}%', '현재 가격은 {price}입니다.'),
  alertFunding: notice('{symbol}: 펀딩 비율이 {rate}%입니다', '알림으로 설정한 {percent}%에 도달했습니다.'),
  chatAnswered: notice('고객지원에서 답변했습니다', '채팅에 답변이 도착해 있습니다.'),
  pushTest: notice('이 기기로 알림이 옵니다', '이제부터 설정에서 선택한 내용이 이 기기로 전송됩니다.'),
};
