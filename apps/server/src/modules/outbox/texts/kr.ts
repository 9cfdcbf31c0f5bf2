import type { MessageTexts } from './text.ts';

export const kr: MessageTexts = {
  registerCode: {
    subject: 'Tallystick 인증 코드: {code}',
    paragraphs: [
      'Tallystick에 오신 것을 환영합니다. 인증 코드는 {code}입니다.',
      '{minutes}분 동안 유효합니다. Tallystick 직원은 절대로 코드를 묻지 않습니다.',
      '요청하지 않으셨다면 이 메시지를 무시하셔도 됩니다.',
    ],
    sms: '[Tallystick] 인증 코드 {code} ({minutes}분간 유효). 다른 사람에게 알려주지 마세요.',
  },
  registerExists: {
    subject: '이미 Tallystick 계정이 있습니다',
    paragraphs: [
      '누군가(본인일 수 있습니다) 이 주소로 계정을 만들려고 했습니다. 이미 계정이 있으니 로그인해 주세요.',
      '비밀번호를 잊으셨다면 로그인 화면에서 “비밀번호 찾기”를 선택해 주세요.',
      '요청된 코드는 {code}이며 {minutes}분 동안 유효하지만, 두 번째 계정을 만들 수는 없습니다.',
    ],
    sms: '[Tallystick] 이미 계정이 있습니다. 로그인해 주세요. 코드 {code}로 두 번째 계정은 만들 수 없습니다.',
  },
  forgetCode: {
    subject: 'Tallystick 인증 코드: {code}',
    paragraphs: [
      '새 비밀번호 설정을 요청하셨습니다. 인증 코드는 {code}입니다.',
      '{minutes}분 동안 유효합니다. Tallystick 직원은 절대로 코드를 묻지 않습니다.',
      '요청하지 않으셨다면 비밀번호는 그대로 유지되며, 누군가 로그인을 시도하고 있을 수 있습니다.',
    ],
    sms: '[Tallystick] 새 비밀번호 설정 코드 {code} ({minutes}분간 유효). 다른 사람에게 알려주지 마세요.',
  },
  forgetUnknown: {
    subject: '이 주소로 등록된 Tallystick 계정이 없습니다',
    paragraphs: [
      '누군가(본인일 수 있습니다) 새 비밀번호 설정을 요청했습니다. 이 주소로 등록된 Tallystick 계정이 없습니다.',
      '다른 주소나 휴대폰 번호로 가입하셨을 수 있습니다. 본인이 아니라면 이 메시지를 무시해 주세요.',
    ],
    sms: '[Tallystick] 이 번호로 등록된 계정이 없습니다. 다른 번호로 가입하셨을 수 있습니다.',
  },
  passwordChanged: {
    subject: 'Tallystick 비밀번호가 변경되었습니다',
    paragraphs: [
      '계정 비밀번호가 변경되었으며 모든 세션이 종료되었습니다.',
      '본인이 아니라면 즉시 새 비밀번호를 설정하고 고객센터에 문의해 주세요.',
    ],
    sms: '[Tallystick] 비밀번호가 변경되었습니다. 본인이 아니라면 즉시 다시 설정해 주세요.',
  },
  basicVerified: {
    subject: '기본 인증이 완료되었습니다',
    paragraphs: [
      '기본 인증이 승인되었습니다.',
      '다음은 사진 세 장이 필요한 고급 인증이며, 완료하면 출금과 초단기 옵션을 이용할 수 있습니다.',
    ],
    sms: 'Tallystick: 기본 인증이 승인되었습니다.',
  },
  basicRejected: {
    subject: '기본 인증을 확인해 주세요',
    paragraphs: [
      '기본 인증을 승인할 수 없었습니다.',
      '앱의 본인 인증에서 사유와 다시 작성할 항목을 확인하세요. 나머지 내용은 보관되어 있습니다.',
    ],
    sms: 'Tallystick: 기본 인증을 승인할 수 없었습니다. 앱에서 사유를 확인하세요.',
  },
  advancedVerified: {
    subject: '본인 인증이 완료되었습니다',
    paragraphs: [
      '고급 인증이 승인되었습니다. 출금과 초단기 옵션을 이용할 수 있습니다.',
      '더 하실 일은 없습니다.',
    ],
    sms: 'Tallystick: 본인 인증이 완료되었습니다. 출금할 수 있습니다.',
  },
  advancedRejected: {
    subject: '고급 인증을 확인해 주세요',
    paragraphs: [
      '고급 인증을 승인할 수 없었습니다.',
      '앱의 본인 인증에서 사유와 다시 촬영할 사진을 확인하세요. 나머지 사진은 보관되어 있습니다.',
    ],
    sms: 'Tallystick: 고급 인증을 승인할 수 없었습니다. 앱에서 사유를 확인하세요.',
  },
  fundsAsked: {
    subject: '자금 출처를 알려 주세요',
    paragraphs: [
      '법에 따라 고객님 계정의 자금 출처를 확인해야 합니다.',
      '앱에서 신원 인증을 열어 간단히 설명하고 급여 명세서나 계약서 같은 서류 사진을 추가해 주세요. 확인이 끝날 때까지 출금은 대기하며 거래는 계속할 수 있습니다.',
    ],
    sms: 'Tallystick: 앱에서 자금 출처를 알려 주세요. 그때까지 출금은 대기합니다.',
  },
};
