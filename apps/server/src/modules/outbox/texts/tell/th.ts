import { told, type TellTexts } from './text.ts';

export const th: TellTexts = {
  orderBought: told(
    '{symbol}: ซื้อ {quantity} {base} แล้ว',
    'คำสั่ง {order} ของคุณซื้อ {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  orderSold: told(
    '{symbol}: ขาย {quantity} {base} แล้ว',
    'คำสั่ง {order} ของคุณขาย {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  contractBought: told(
    'สัญญา {symbol}: ซื้อ {quantity} {base} แล้ว',
    'คำสั่งสัญญา {order} ของคุณซื้อ {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  contractSold: told(
    'สัญญา {symbol}: ขาย {quantity} {base} แล้ว',
    'คำสั่งสัญญา {order} ของคุณขาย {quantity} {base} ที่ราคาเฉลี่ย {price}',
  ),
  ordersFilled: told('จับคู่แล้ว {count} คำสั่ง', 'รายการล่าสุดคือ {symbol} ดูทั้งหมดได้ในประวัติของแอป'),
  alertRose: told('{symbol} ขึ้นถึง {price}', 'ราคาถึง {level} ที่คุณตั้งแจ้งเตือนไว้แล้ว'),
  alertFell: told('{symbol} ลงถึง {price}', 'ราคาถึง {level} ที่คุณตั้งแจ้งเตือนไว้แล้ว'),
  alertChange: told('{symbol}: {percent}% นับจากที่ตั้งแจ้งเตือน', 'ราคาตอนนี้คือ {price}'),
  alertDayChange: told('{symbol}: {percent}% ใน 24 ชั่วโมง', 'ราคาตอนนี้คือ {price}'),
  alertFunding: told('{symbol}: อัตราฟันดิงอยู่ที่ {rate}%', 'ถึง {percent}% ที่คุณตั้งแจ้งเตือนไว้แล้ว'),
  chatAnswered: told('ฝ่ายช่วยเหลือตอบแล้ว', 'มีคำตอบรอคุณอยู่ในแชต'),
  pushTest: told('อุปกรณ์นี้รับแจ้งเตือนแล้ว', 'ตั้งแต่นี้อุปกรณ์นี้จะได้รับสิ่งที่คุณเลือกไว้ในการตั้งค่า'),
};
