import type { Language } from '@tallystick/protocol';

/** Forbidden words and their replacements. `docs/glossary.md` has the right word for each term. */
type Forbidden = readonly (readonly [pattern: RegExp, instead: string])[];

export const FORBIDDEN: Readonly<Record<Language, Forbidden>> = {
  en: [
    [/(?<!\ba )\bmultiples?\b/i, 'leverage'],
    [/\bnew currenc/i, 'new coins'],
    [/\bservice contract\b/i, 'service agreement'],
  ],
  zh: [
    [/秒合约/, '秒期权'],
    [/提币/, '提现'],
    [/换算/, '闪兑'],
    [/(?<!步长的)倍数/, '杠杆'],
    [/强平(?:清算|手续)费|强制平仓|爆仓/, '强平, 强平费'],
    [/专户/, '预留'],
    [/服务(?:条款|合约|合同)/, '服务协议'],
  ],
  hk: [
    [/秒合約/, '秒期權'],
    [/提幣/, '提現'],
    [/換算/, '閃兌'],
    [/(?<!步長的)倍數/, '槓桿'],
    [/強平(?:清算|手續)費|強制平倉|爆倉/, '強平, 強平費'],
    [/專戶/, '預留'],
    [/服務(?:條款|合約|合同)/, '服務協議'],
    [/賬/, '帳'],
    [/哈希/, '雜湊'],
    [/記錄/, '紀錄'],
  ],
  jp: [
    [/契約/, '先物, サービス規約'],
    [/新(?:規通貨|通貨|しいコイン)/, '新規コイン'],
    [/強制決済|ロスカット/, '清算'],
    [/倍率/, 'レバレッジ'],
    [/^換算$|\*\*換算|換算[元先]/, '交換'],
    [/信託/, '運用'],
  ],
  kr: [
    [/서비스 계약/, '서비스 약관'],
    [/신규 통화|새 코인/, '신규 코인'],
    [/초 ?단위 옵션|(?<![가-힣])초 옵션/, '초단기 옵션'],
    [/배율|(?<!의 ?)배수/, '레버리지'],
    [/^환산$|\*\*환산|환산 통화/, '전환'],
    [/무기한 계약|계약 (?:계정|증거금)/, '선물'],
    [/(?:현물|옵션|선물|예치) 계좌/, '계정'],
    [/신탁/, '예치'],
  ],
  esp: [
    [/contrato de servicio|acuerdo de usuario/i, 'acuerdo de servicio, condiciones de uso'],
    [/nuevas monedas/i, 'monedas nuevas'],
    [/multiplicador|(?<!(?:ser|es) )múltiplo/i, 'apalancamiento'],
    [/\bspot\b/i, 'al contado'],
    [/\bfunding\b/i, 'financiación'],
    [/depósito en garantía/i, 'custodia'],
    [/fiduciari/i, 'depósitos'],
    // Texts once addressed customers as usted.
    [/\bustedes\b|\busted\b/i, 'tú'],
    [
      /nténtelo|ompruébel[oa]|ópiel[oa]|vísenos|\b(?:revise su|envíe de|consulte sus|pague con|o espere)\b/i,
      'tú',
    ],
    [/\bsu (?:cuenta de|compra\b|propio ordenador|favor|contra\b|frase)|\bsus líneas/i, 'tú'],
  ],
  th: [
    [/ข้อตกลง(?:การให้)?บริการ/, 'ข้อตกลงการใช้บริการ'],
    [/รหัส(?:ผ่าน)?กองทุน/, 'รหัสผ่านการเงิน'],
    [/กองทุน(?!ประกัน)/, 'เงินสำรอง; กองทุนประกัน'],
    [/ตัวคูณ/, 'เลเวอเรจ'],
    [/แปลงค่า/, 'แปลงเหรียญ'],
    [/หลักประกันขั้นต่ำ|อัตราขั้นต่ำ/, 'หลักประกันรักษาสภาพ'],
    [/ค่าธรรมเนียมการบังคับปิด/, 'ค่าธรรมเนียมบังคับปิด'],
    [/การถือสถานะ/, 'ฟันดิง'],
    [/เอสโครว์|บัญชีคุ้มครอง/, 'บัญชีพักเงิน'],
    [/ทรัสต์/, 'ฝากล็อก'],
  ],
  yn: [
    [/mật khẩu quỹ/i, 'mật khẩu rút tiền'],
    [/tài trợ/i, 'phí funding'],
    [/(?<!rút )tiền mới/i, 'coin mới'],
    [/quyền chọn theo giây/i, 'quyền chọn giây'],
    [/hệ số nhân|(?<!là )bội số/i, 'đòn bẩy'],
    [/giữ hộ|tài khoản ký quỹ/i, 'phong tỏa'],
    [/quy đổi/i, 'chuyển đổi'],
    [/hợp đồng dịch vụ/i, 'thỏa thuận dịch vụ'],
  ],
};
