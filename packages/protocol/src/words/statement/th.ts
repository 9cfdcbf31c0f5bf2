import type { StatementWords } from './words.ts';

export const statement: StatementWords = {
  title: {
    entries: 'รายการเดินบัญชี',
    trades: 'รายการซื้อขาย',
    taxes: 'สรุปรายปี',
  },
  running: 'ช่วงเวลานี้ยังไม่สิ้นสุด อาจมีรายการเพิ่มเติม',
  kinds: 'แยกตามประเภท',
  credits: 'เข้า',
  debits: 'ออก',
  fees: 'ค่าธรรมเนียมที่จ่าย',
  product: {
    spot: 'สปอต',
    contracts: 'สัญญา',
    options: 'ออปชัน',
    trust: 'ฝากล็อก',
    launches: 'เหรียญใหม่',
    rebates: 'ค่าตอบแทนแนะนำเพื่อน',
    other: 'อื่น ๆ',
  },
};
