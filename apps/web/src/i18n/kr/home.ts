import type { home as english } from '../en/home.ts';
import type { Shape } from '../shape.ts';

export const home: Shape<typeof english> = {
  welcome: {
    title: '누구나 장부를 확인할 수 있는 거래소',
    demo: '데모입니다. 체험용 자금으로 실제 가격에 거래해 보세요.',
    live: '직접 확인할 수 있는 가격과 호가창에서 거래하세요.',
  },
  quick: {
    label: '바로가기',
    option: '옵션',
    launch: '신규 코인',
    convert: '전환',
    referral: '초대',
    proof: '증명',
    records: '내역',
    verify: '본인 인증',
    help: '도움말',
  },
  banner: {
    label: '우리의 약속',
    proof: '장부를 직접 확인하세요',
    proofText: '모든 기록에는 나무 부신의 두 쪽처럼 짝이 있습니다.',
    option: '누구도 바꿀 수 없는 결과',
    optionText: '진입가, 종료가, 지급액은 공개된 가격으로 정해지며 다시 계산할 수 있습니다.',
    trust: '이자는 첫날에 따로 마련',
    trustText: '예치로 받을 이자는 시작 전에 미리 떼어 둡니다.',
  },
  search: '코인, 주문 또는 페이지',
};
