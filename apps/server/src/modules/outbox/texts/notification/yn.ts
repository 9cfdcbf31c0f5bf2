import { notice, type NotificationTexts } from './text.ts';

export const yn: NotificationTexts = {
  orderBought: notice(
    '{symbol}: đã mua {quantity} {base}',
    'Lệnh {order} của bạn đã mua {quantity} {base} với giá trung bình {price}.',
  ),
  orderSold: notice(
    '{symbol}: đã bán {quantity} {base}',
    'Lệnh {order} của bạn đã bán {quantity} {base} với giá trung bình {price}.',
  ),
  contractBought: notice(
    'Hợp đồng {symbol}: đã mua {quantity} {base}',
    'Lệnh hợp đồng {order} của bạn đã mua {quantity} {base} với giá trung bình {price}.',
  ),
  contractSold: notice(
    'Hợp đồng {symbol}: đã bán {quantity} {base}',
    'Lệnh hợp đồng {order} của bạn đã bán {quantity} {base} với giá trung bình {price}.',
  ),
  ordersFilled: notice(
    '{count} lệnh đã khớp',
    'Lệnh mới nhất thuộc {symbol}. Lịch sử trong ứng dụng liệt kê tất cả.',
  ),
  alertRose: notice('{symbol} đã tăng lên {price}', 'Giá đã chạm {level} mà bạn đặt cảnh báo.'),
  alertFell: notice('{symbol} đã giảm xuống {price}', 'Giá đã chạm {level} mà bạn đặt cảnh báo.'),
  alertChange: notice('{symbol}: {percent}% kể từ khi đặt cảnh báo', 'Giá hiện tại là {price}.'),
  alertDayChange: notice('{symbol}: {percent}% trong 24 giờ', 'Giá hiện tại là {price}.'),
  alertFunding: notice('{symbol}: tỷ lệ funding là {rate}%', 'Đã chạm {percent}% mà bạn đặt cảnh báo.'),
  chatAnswered: notice('Bộ phận hỗ trợ đã trả lời', 'Có câu trả lời đang chờ bạn trong cuộc trò chuyện.'),
  pushTest: notice(
    'Thiết bị này đã nhận thông báo',
    'Từ giờ thiết bị này nhận những gì bạn đã chọn trong cài đặt.',
  ),
};
