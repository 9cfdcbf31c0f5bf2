import type { SecurityTexts } from './text.ts';

export const kr: SecurityTexts = {
  securityCode: {
    subject: 'Tallystick 인증번호: {code}',
    paragraphs: [
      '인증번호는 {code}입니다. {minutes}분 동안 한 번의 작업에만 유효합니다.',
      'Tallystick 직원은 인증번호를 절대 묻지 않습니다. 요청한 적이 없다면 비밀번호를 변경해 주세요.',
    ],
    sms: 'Tallystick: 인증번호는 {code}이며 {minutes}분간 유효합니다. 누구에게도 알려 주지 마세요.',
  },
  loginLink: {
    subject: '이 기기에서 로그인',
    paragraphs: [
      '회원님의 계정에 잘못된 비밀번호가 여러 번 입력되어 새 기기에는 이 링크가 필요합니다: {link}',
      '로그인할 기기에서 여세요. {minutes}분 안에 한 번만 쓸 수 있으며, 그다음 평소처럼 비밀번호를 입력하시면 됩니다.',
      '로그인을 시도하지 않으셨다면 누군가 비밀번호를 추측하고 있습니다. 아직 들어오지는 못했습니다. 이 링크를 열지 말고 아무에게도 주지 마세요.',
    ],
    sms: 'Tallystick: 로그인할 기기에서 {link} 을(를) 여세요. {minutes}분 안에 한 번만 쓸 수 있습니다. 아무에게도 주지 마세요.',
  },
  loginLinkUnknown: {
    subject: '이 주소의 Tallystick 계정이 없습니다',
    paragraphs: [
      '누군가(아마 회원님)가 이 주소로 로그인 링크를 요청했지만 이 주소의 Tallystick 계정은 없습니다.',
      '다른 주소나 전화번호로 가입하셨을 수 있습니다. 본인이 아니라면 이 메시지를 무시하세요.',
    ],
    sms: 'Tallystick: 로그인 링크가 요청되었지만 이 번호의 계정은 없습니다.',
  },
  operatorInvitation: {
    subject: 'Tallystick 운영자 계정',
    paragraphs: [
      'Tallystick에 운영자 계정 {name} 이(가) 준비되었습니다. 여기에서 비밀번호와 2단계 인증을 설정하세요: {invitation}',
      '링크는 {hours}시간 안에 한 번만 열립니다. 본인만의 링크이며, 어떤 동료도 보지 않았고 필요로 하지 않습니다.',
      '본인이 열지 않았는데 이미 열렸다고 나오면 즉시 동료에게 알려 주세요. 이곳에서 일하지 않으신다면 열지 마세요.',
    ],
    sms: 'Tallystick: 운영자 계정 {name} 의 비밀번호를 설정하세요: {invitation} {hours}시간 안에 한 번만 열립니다. 아무에게도 주지 마세요.',
  },
  fundPasswordChanged: {
    subject: '자금 비밀번호가 설정되었습니다',
    paragraphs: [
      '계정의 자금 비밀번호가 방금 설정되거나 변경되었습니다.',
      '본인이 아니라면 앱에서 계정을 동결하고 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 자금 비밀번호가 설정 또는 변경되었습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
  twoFactorOn: {
    subject: '2단계 인증이 켜졌습니다',
    paragraphs: [
      '이제 로그인하려면 인증 앱의 코드가 필요합니다.',
      '복구 코드는 휴대폰이 아닌 곳에 보관해 주세요. 본인이 아니라면 즉시 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 2단계 인증이 켜졌습니다. 본인이 아니라면 즉시 고객센터에 문의해 주세요.',
  },
  twoFactorOff: {
    subject: '2단계 인증이 꺼졌습니다',
    paragraphs: [
      '2단계 인증이 방금 꺼져 비밀번호만으로 로그인할 수 있습니다. 출금은 {until}(UTC)까지 보류됩니다.',
      '본인이 아니라면 앱에서 계정을 동결하고 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 2단계 인증이 꺼졌습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
  recoveryCodeUsed: {
    subject: '복구 코드가 사용되었습니다',
    paragraphs: [
      '인증 앱 대신 복구 코드가 사용되었습니다. 남은 코드: {left}개.',
      '본인이 아니라면 비밀번호를 변경하고 계정을 동결해 주세요.',
    ],
    sms: 'Tallystick: 복구 코드가 사용되었습니다({left}개 남음). 본인이 아니라면 계정을 동결해 주세요.',
  },
  passkeyAdded: {
    subject: '패스키가 추가되었습니다',
    paragraphs: [
      '이제 패스키 “{name}”(으)로 계정에 로그인할 수 있습니다.',
      '본인이 아니라면 보안 센터에서 삭제하고 비밀번호를 변경해 주세요.',
    ],
    sms: 'Tallystick: 패스키 “{name}”이(가) 추가되었습니다. 본인이 아니라면 삭제하고 비밀번호를 변경해 주세요.',
  },
  passkeyRemoved: {
    subject: '패스키가 삭제되었습니다',
    paragraphs: [
      '패스키 “{name}”(으)로 더 이상 로그인할 수 없습니다. 출금은 {until}(UTC)까지 보류됩니다.',
      '본인이 아니라면 앱에서 계정을 동결하고 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 패스키 “{name}”이(가) 삭제되었습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
  newDevice: {
    subject: '새 기기에서 로그인했습니다',
    paragraphs: [
      '처음 보는 기기에서 로그인했습니다: {device}, 주소 {address}.',
      '본인이 아니라면 즉시 비밀번호를 변경해 주세요. 모든 기기가 로그아웃됩니다.',
    ],
    sms: 'Tallystick: {address}에서 새 기기로 로그인했습니다. 본인이 아니라면 즉시 비밀번호를 변경해 주세요.',
  },
  contactChanged: {
    subject: '계정 연락처가 변경되었습니다',
    paragraphs: [
      '{contact}이(가) 계정에 등록되어 로그인, 인증번호, 이런 알림에 사용됩니다.',
      '본인이 아니라면 앱에서 계정을 동결하고 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: {contact}이(가) 계정에 등록되었습니다. 본인이 아니라면 즉시 계정을 동결해 주세요.',
  },
  accountFrozen: {
    subject: '계정이 동결되었습니다',
    paragraphs: [
      '모든 기기가 로그아웃되었으며 거래, 이체, 출금을 할 수 없습니다. 자금은 그대로 고객님의 것입니다.',
      '직접 동결했다면 24시간 후 보안 센터에서 해제할 수 있습니다. 더 빨리 해제하려면 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 계정이 동결되었습니다. 해제될 때까지 거래와 출금을 할 수 없습니다.',
  },
  accountUnfrozen: {
    subject: '계정 동결이 해제되었습니다',
    paragraphs: [
      '계정 동결이 해제되어 다시 거래하고 출금할 수 있습니다.',
      '본인이 아니라면 다시 동결하고 고객센터에 문의해 주세요.',
    ],
    sms: 'Tallystick: 계정 동결이 해제되었습니다. 본인이 아니라면 즉시 다시 동결해 주세요.',
  },
};
