import type { Language } from '@tallystick/protocol';

export interface InvitationWords {
  readonly title: string;
  readonly text: string;
  /** Beside the picture to scan. */
  readonly action: string;
}

/** What an invitation says; `{code}` is the promoter's. */
const TEXTS: Readonly<Record<Language, InvitationWords>> = {
  zh: {
    title: '账目人人可查的交易所',
    text: '我在 Tallystick 交易：每一笔余额和结果都能在自己的手机上核对。注册时填写我的邀请码 {code}。',
    action: '扫码注册',
  },
  en: {
    title: 'An exchange whose books you can check',
    text: 'I trade on Tallystick, where every balance and every result can be checked on your own phone. Register with my code {code}.',
    action: 'Scan to register',
  },
  hk: {
    title: '帳目人人可查的交易所',
    text: '我在 Tallystick 交易：每一筆餘額和結果都能在自己的手機上核對。註冊時填寫我的邀請碼 {code}。',
    action: '掃碼註冊',
  },
  jp: {
    title: '帳簿を誰でも確かめられる取引所',
    text: 'Tallystick で取引しています。残高も結果も、すべて自分のスマートフォンで検証できます。登録時に招待コード {code} を入力してください。',
    action: '読み取って登録',
  },
  kr: {
    title: '누구나 장부를 확인할 수 있는 거래소',
    text: '저는 Tallystick에서 거래합니다. 모든 잔액과 결과를 내 휴대폰에서 직접 확인할 수 있어요. 가입할 때 초대 코드 {code}를 입력하세요.',
    action: '스캔하고 가입하기',
  },
  esp: {
    title: 'Un exchange con cuentas que puedes comprobar',
    text: 'Opero en Tallystick, donde cada saldo y cada resultado se puede comprobar en tu propio teléfono. Regístrate con mi código {code}.',
    action: 'Escanea para registrarte',
  },
  th: {
    title: 'ศูนย์ซื้อขายที่ใครก็ตรวจบัญชีได้',
    text: 'ฉันซื้อขายที่ Tallystick ทุกยอดเงินและทุกผลลัพธ์ตรวจสอบได้บนโทรศัพท์ของคุณเอง สมัครด้วยรหัสเชิญ {code}',
    action: 'สแกนเพื่อสมัคร',
  },
  yn: {
    title: 'Sàn giao dịch có sổ sách ai cũng kiểm tra được',
    text: 'Tôi giao dịch trên Tallystick: mọi số dư và kết quả đều kiểm tra được ngay trên điện thoại của bạn. Hãy đăng ký bằng mã mời {code} của tôi.',
    action: 'Quét để đăng ký',
  },
};

export function invitationWords(language: Language, code: string): InvitationWords {
  const { title, text, action } = TEXTS[language];
  return { title, text: text.replace('{code}', code), action };
}
