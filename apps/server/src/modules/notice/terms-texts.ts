import type { Language } from '@tallystick/protocol';

/** Terms that may get worse for customers. */
export type TermsField =
  | 'min_notional'
  | 'maker_fee_percent'
  | 'taker_fee_percent'
  | 'liquidation_fee_percent'
  | 'interest_percent'
  | 'funding_cap_percent'
  | 'funding_interval_hours'
  | 'maintenance_percent'
  | 'withdrawal_fee'
  | 'withdrawal_minimum'
  | 'address_cooling_hours'
  | 'security_hold_hours'
  | 'per_day'
  | 'first_percent'
  | 'second_percent';

interface TermsTexts {
  readonly withdrawals: string;
  readonly referral: string;
  readonly title: string;
  readonly summary: string;
  /** What a change leaves unchanged, for markets and for withdrawals. */
  readonly kept: string;
  readonly keptWithdrawals: string;
  /** Replaces `kept` for referral. */
  readonly earned: string;
  readonly fields: Readonly<Record<TermsField, string>>;
}

/** An announcement's words; `{subject}` is a pair or the terms' name. */
export const TERMS_TEXTS: Readonly<Record<Language, TermsTexts>> = {
  zh: {
    withdrawals: '提现',
    referral: '邀请返佣',
    title: '{subject}：条款将于 {moment} 变更',
    summary: '新条款自 {moment} 起生效。',
    kept: '已持有的仓位和已挂出的委托保留原有费率；资金费率条款对所有人同时变更。',
    keptWithdrawals: '已提交的提现保留原有手续费与条件；新条款适用于生效后提交的提现。',
    earned: '此前已产生的返佣照常全额发放。',
    fields: {
      min_notional: '最小下单金额',
      maker_fee_percent: '挂单手续费 %',
      taker_fee_percent: '吃单手续费 %',
      liquidation_fee_percent: '强平费 %',
      interest_percent: '资金费利率 %',
      funding_cap_percent: '资金费率上限 ± %',
      funding_interval_hours: '资金费间隔（小时）',
      maintenance_percent: '维持保证金率 %',
      withdrawal_fee: '提现手续费',
      withdrawal_minimum: '最低提现额',
      address_cooling_hours: '新地址等待（小时）',
      security_hold_hours: '安全变更后暂停提现（小时）',
      per_day: '每日提现次数',
      first_percent: '直接邀请返佣占手续费 %',
      second_percent: '二级邀请返佣占手续费 %',
    },
  },
  en: {
    withdrawals: 'Withdrawals',
    referral: 'Referral rebates',
    title: '{subject}: terms change on {moment}',
    summary: 'The new terms act from {moment}.',
    kept: 'Open positions and waiting orders keep the fees and rates they have; funding terms change for all at once.',
    keptWithdrawals:
      'Withdrawals already asked for keep the fee and the terms they have; the new ones act for those asked for from then on.',
    earned: 'Rebates earned until then are paid in full.',
    fields: {
      min_notional: 'Smallest order',
      maker_fee_percent: 'Maker fee %',
      taker_fee_percent: 'Taker fee %',
      liquidation_fee_percent: 'Liquidation fee %',
      interest_percent: 'Funding interest %',
      funding_cap_percent: 'Funding at most ± %',
      funding_interval_hours: 'Hours between fundings',
      maintenance_percent: 'Maintenance margin %',
      withdrawal_fee: 'Withdrawal fee',
      withdrawal_minimum: 'Smallest withdrawal',
      address_cooling_hours: 'Wait for a new address, hours',
      security_hold_hours: 'Hold after a security change, hours',
      per_day: 'Withdrawals a day',
      first_percent: 'Rebate from people invited, % of the fee',
      second_percent: 'Rebate from those whom they invite, % of the fee',
    },
  },
  hk: {
    withdrawals: '提現',
    referral: '邀請返佣',
    title: '{subject}：條款將於 {moment} 變更',
    summary: '新條款自 {moment} 起生效。',
    kept: '已持有的倉位及已掛出的委託保留原有費率；資金費率條款對所有人同時變更。',
    keptWithdrawals: '已提交的提現保留原有手續費與條件；新條款適用於生效後提交的提現。',
    earned: '此前已產生的返佣照常全額發放。',
    fields: {
      min_notional: '最小下單金額',
      maker_fee_percent: '掛單手續費 %',
      taker_fee_percent: '吃單手續費 %',
      liquidation_fee_percent: '強平費 %',
      interest_percent: '資金費利率 %',
      funding_cap_percent: '資金費率上限 ± %',
      funding_interval_hours: '資金費間隔（小時）',
      maintenance_percent: '維持保證金率 %',
      withdrawal_fee: '提現手續費',
      withdrawal_minimum: '最低提現額',
      address_cooling_hours: '新地址等待（小時）',
      security_hold_hours: '安全變更後暫停提現（小時）',
      per_day: '每日提現次數',
      first_percent: '直接邀請返佣佔手續費 %',
      second_percent: '二級邀請返佣佔手續費 %',
    },
  },
  jp: {
    withdrawals: '出金',
    referral: '紹介報酬',
    title: '{subject}：{moment} に条件が変わります',
    summary: '新しい条件は {moment} から適用されます。',
    kept: '保有中の建玉と待機中の注文は、これまでの手数料と料率のままです。資金調達の条件は全員に同時に変わります。',
    keptWithdrawals:
      '申請済みの出金は、これまでの手数料と条件のままです。新しい条件は、適用開始後に申請された出金から適用されます。',
    earned: 'それまでに発生した報酬は全額支払われます。',
    fields: {
      min_notional: '最小注文額',
      maker_fee_percent: 'メイカー手数料 %',
      taker_fee_percent: 'テイカー手数料 %',
      liquidation_fee_percent: '清算手数料 %',
      interest_percent: '資金調達の金利 %',
      funding_cap_percent: '資金調達率の上限 ± %',
      funding_interval_hours: '資金調達の間隔（時間）',
      maintenance_percent: '維持証拠金率 %',
      withdrawal_fee: '出金手数料',
      withdrawal_minimum: '最小出金額',
      address_cooling_hours: '新しいアドレスの待機（時間）',
      security_hold_hours: 'セキュリティ変更後の出金保留（時間）',
      per_day: '1日の出金回数',
      first_percent: '招待した方の手数料に対する報酬 %',
      second_percent: 'その方が招待した方の手数料に対する報酬 %',
    },
  },
  kr: {
    withdrawals: '출금',
    referral: '추천 리베이트',
    title: '{subject}: {moment}에 조건이 변경됩니다',
    summary: '새 조건은 {moment}부터 적용됩니다.',
    kept: '보유 중인 포지션과 대기 주문은 기존 수수료와 비율을 유지합니다. 펀딩 조건은 모두에게 동시에 변경됩니다.',
    keptWithdrawals:
      '이미 신청한 출금은 기존 수수료와 조건을 유지합니다. 새 조건은 적용 시점 이후에 신청하는 출금부터 적용됩니다.',
    earned: '그때까지 발생한 리베이트는 전액 지급됩니다.',
    fields: {
      min_notional: '최소 주문 금액',
      maker_fee_percent: '메이커 수수료 %',
      taker_fee_percent: '테이커 수수료 %',
      liquidation_fee_percent: '청산 수수료 %',
      interest_percent: '펀딩 이자율 %',
      funding_cap_percent: '펀딩률 한도 ± %',
      funding_interval_hours: '펀딩 간격(시간)',
      maintenance_percent: '유지 증거금률 %',
      withdrawal_fee: '출금 수수료',
      withdrawal_minimum: '최소 출금액',
      address_cooling_hours: '새 주소 대기(시간)',
      security_hold_hours: '보안 변경 후 출금 보류(시간)',
      per_day: '하루 출금 횟수',
      first_percent: '초대한 사람의 수수료 대비 리베이트 %',
      second_percent: '그 사람이 초대한 사람의 수수료 대비 리베이트 %',
    },
  },
  esp: {
    withdrawals: 'Retiros',
    referral: 'Recompensas por invitación',
    title: '{subject}: las condiciones cambian el {moment}',
    summary: 'Las nuevas condiciones rigen desde el {moment}.',
    kept: 'Las posiciones abiertas y las órdenes en espera conservan sus comisiones y tasas; las condiciones de financiación cambian para todos a la vez.',
    keptWithdrawals:
      'Los retiros ya solicitados conservan su comisión y sus condiciones; las nuevas rigen para los que se soliciten a partir de ese momento.',
    earned: 'Lo ganado hasta entonces se paga completo.',
    fields: {
      min_notional: 'Orden mínima',
      maker_fee_percent: 'Comisión maker %',
      taker_fee_percent: 'Comisión taker %',
      liquidation_fee_percent: 'Comisión de liquidación %',
      interest_percent: 'Interés de financiación %',
      funding_cap_percent: 'Financiación máxima ± %',
      funding_interval_hours: 'Horas entre financiaciones',
      maintenance_percent: 'Margen de mantenimiento %',
      withdrawal_fee: 'Comisión de retiro',
      withdrawal_minimum: 'Retiro mínimo',
      address_cooling_hours: 'Espera de una dirección nueva, horas',
      security_hold_hours: 'Retención tras un cambio de seguridad, horas',
      per_day: 'Retiros por día',
      first_percent: 'Por tus invitados, % de la comisión',
      second_percent: 'Por los invitados de tus invitados, % de la comisión',
    },
  },
  th: {
    withdrawals: 'การถอน',
    referral: 'ค่าตอบแทนแนะนำเพื่อน',
    title: '{subject}: เงื่อนไขจะเปลี่ยนวันที่ {moment}',
    summary: 'เงื่อนไขใหม่มีผลตั้งแต่ {moment}',
    kept: 'สถานะที่เปิดอยู่และคำสั่งที่รออยู่ยังใช้ค่าธรรมเนียมและอัตราเดิม ส่วนเงื่อนไขค่าฟันดิงเปลี่ยนพร้อมกันทุกคน',
    keptWithdrawals: 'การถอนที่ส่งคำขอแล้วยังใช้ค่าธรรมเนียมและเงื่อนไขเดิม เงื่อนไขใหม่ใช้กับการถอนที่ขอตั้งแต่เวลานั้นเป็นต้นไป',
    earned: 'ค่าตอบแทนที่เกิดขึ้นก่อนหน้านั้นจ่ายเต็มจำนวน',
    fields: {
      min_notional: 'คำสั่งขั้นต่ำ',
      maker_fee_percent: 'ค่าธรรมเนียม maker %',
      taker_fee_percent: 'ค่าธรรมเนียม taker %',
      liquidation_fee_percent: 'ค่าธรรมเนียมบังคับปิด %',
      interest_percent: 'ดอกเบี้ยฟันดิง %',
      funding_cap_percent: 'ฟันดิงสูงสุด ± %',
      funding_interval_hours: 'ชั่วโมงระหว่างฟันดิง',
      maintenance_percent: 'หลักประกันรักษาสภาพ %',
      withdrawal_fee: 'ค่าธรรมเนียมการถอน',
      withdrawal_minimum: 'ถอนขั้นต่ำ',
      address_cooling_hours: 'เวลารอของที่อยู่ใหม่ (ชั่วโมง)',
      security_hold_hours: 'พักการถอนหลังเปลี่ยนความปลอดภัย (ชั่วโมง)',
      per_day: 'จำนวนครั้งถอนต่อวัน',
      first_percent: 'ค่าตอบแทนจากผู้ที่คุณเชิญ % ของค่าธรรมเนียม',
      second_percent: 'ค่าตอบแทนจากผู้ที่เพื่อนเชิญต่อ % ของค่าธรรมเนียม',
    },
  },
  yn: {
    withdrawals: 'Rút tiền',
    referral: 'Hoa hồng giới thiệu',
    title: '{subject}: điều khoản thay đổi lúc {moment}',
    summary: 'Điều khoản mới có hiệu lực từ {moment}.',
    kept: 'Vị thế đang mở và lệnh đang chờ giữ nguyên phí và tỷ lệ; điều khoản funding thay đổi cho tất cả cùng lúc.',
    keptWithdrawals:
      'Yêu cầu rút tiền đã gửi giữ nguyên phí và điều khoản; điều khoản mới áp dụng cho các yêu cầu gửi từ thời điểm đó.',
    earned: 'Hoa hồng phát sinh trước đó vẫn được trả đủ.',
    fields: {
      min_notional: 'Lệnh tối thiểu',
      maker_fee_percent: 'Phí maker %',
      taker_fee_percent: 'Phí taker %',
      liquidation_fee_percent: 'Phí thanh lý %',
      interest_percent: 'Lãi suất funding %',
      funding_cap_percent: 'Funding tối đa ± %',
      funding_interval_hours: 'Số giờ giữa các kỳ funding',
      maintenance_percent: 'Ký quỹ duy trì %',
      withdrawal_fee: 'Phí rút',
      withdrawal_minimum: 'Mức rút tối thiểu',
      address_cooling_hours: 'Chờ địa chỉ mới, giờ',
      security_hold_hours: 'Tạm giữ sau khi đổi bảo mật, giờ',
      per_day: 'Số lần rút mỗi ngày',
      first_percent: 'Hoa hồng từ người bạn mời, % của phí',
      second_percent: 'Hoa hồng từ người họ mời tiếp, % của phí',
    },
  },
};
