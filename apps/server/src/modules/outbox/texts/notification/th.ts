import { notice, type NotificationTexts } from './text.ts';

export const th: NotificationTexts = {
  orderBought: notice(
    '{symbol}: ซื้อ {quantity} {base} แล้ว',
    'คำสั่ง {order} ของคุณซื้อ {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  orderSold: notice(
    '{symbol}: ขาย {quantity} {base} แล้ว',
    'คำสั่ง {order} ของคุณขาย {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  contractBought: notice(
    'สัญญา {symbol}: ซื้อ {quantity} {base} แล้ว',
    'คำสั่งสัญญา {order} ของคุณซื้อ {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  contractSold: notice(
    'สัญญา {symbol}: ขาย {quantity} {base} แล้ว',
    'คำสั่งสัญญา {order} ของคุณขาย {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  ordersFilled: notice('จับคู่แล้ว {count} คำสั่ง', 'รายการล่าสุดคือ {symbol} ดูทั้งหมดได้ในประวัติของแอป'),
  alertRose: notice('{symbol} ขึ้นถึง {price}', 'ราคาถึง {level} ที่คุณตั้งแจ้งเตือนไว้แล้ว'),
  alertFell: notice('{symbol} ลงถึง {price}', 'ราคาถึง {level} ที่คุณตั้งแจ้งเตือนไว้แล้ว'),
  alertChange: notice('{symbol}: {percent}% นับจากที่ตั้งแจ้งเตือน', 'ราคาตอนนี้คือ {price}'),
  alertDayChange: notice('{symbol}: {percent}% ใน 24 ชั่วโมง', 'ราคาตอนนี้คือ {price}'),
  alertFunding: notice('{symbol}: อัตราฟันดิงอยู่ที่ {rate}%', 'ถึง {percent}% ที่คุณตั้งแจ้งเตือนไว้แล้ว'),
  chatAnswered: notice('ฝ่ายช่วยเหลือตอบแล้ว', 'มีคำตอบรอคุณอยู่ในแชต'),
  pushTest: notice('อุปกรณ์นี้รับแจ้งเตือนแล้ว', 'ตั้งแต่นี้อุปกรณ์นี้จะได้รับสิ่งที่คุณเลือกไว้ในการตั้งค่า'),
};
