import type { Language } from '@tallystick/protocol/languages';

export interface ManifestWords {
  readonly description: string;
  readonly trade: string;
  readonly deposit: string;
  readonly wallet: string;
  readonly alerts: string;
}

/** What the phone itself shows of the app: see the glossary for the words. */
export const MANIFEST_WORDS: Readonly<Record<Language, ManifestWords>> = {
  zh: {
    description: '任何人都能核对账目的加密货币交易所。',
    trade: '交易',
    deposit: '充值',
    wallet: '资产',
    alerts: '通知',
  },
  en: {
    description: 'A crypto exchange whose books anyone can check.',
    trade: 'Trade',
    deposit: 'Deposit',
    wallet: 'Assets',
    alerts: 'Alerts',
  },
  hk: {
    description: '任何人都能核對帳目的加密貨幣交易所。',
    trade: '交易',
    deposit: '充值',
    wallet: '資產',
    alerts: '通知',
  },
  jp: {
    description: '誰でも帳簿を検証できる暗号資産取引所。',
    trade: '取引',
    deposit: '入金',
    wallet: '資産',
    alerts: 'お知らせ',
  },
  kr: {
    description: '누구나 장부를 검증할 수 있는 암호화폐 거래소.',
    trade: '거래',
    deposit: '입금',
    wallet: '자산',
    alerts: '알림',
  },
  esp: {
    description: 'Un exchange de criptomonedas cuyas cuentas puede comprobar cualquiera.',
    trade: 'Operar',
    deposit: 'Depositar',
    wallet: 'Activos',
    alerts: 'Avisos',
  },
  th: {
    description: 'ตลาดซื้อขายคริปโตที่ใครก็ตรวจสอบบัญชีได้',
    trade: 'เทรด',
    deposit: 'ฝาก',
    wallet: 'สินทรัพย์',
    alerts: 'แจ้งเตือน',
  },
  yn: {
    description: 'Sàn giao dịch tiền mã hóa mà ai cũng có thể kiểm tra sổ sách.',
    trade: 'Giao dịch',
    deposit: 'Nạp tiền',
    wallet: 'Tài sản',
    alerts: 'Thông báo',
  },
};
