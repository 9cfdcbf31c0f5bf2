export const law = {
  title: '약관, 개인정보, 위험',
  tabs: {
    agreement: '약관',
    privacy: '개인정보',
    risk: '위험',
  },
  choose: '문서 선택',
  asked: '새 버전입니다. 새로운 거래 전에 읽고 동의해 주세요. 청산과 출금은 계속할 수 있습니다.',
  accept: '읽었으며 동의합니다',
  done: '동의했습니다. 감사합니다.',
  accepted: '{version} 버전에 {at} 동의하셨습니다.',
  versions: '버전',
  first: '첫 버전',
  earlier: '더 이상 효력이 없는 이전 버전을 읽고 있습니다.',
  sign: '약관 서명',
};
