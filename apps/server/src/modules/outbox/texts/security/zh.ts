import type { SecurityTexts } from './text.ts';

export const zh: SecurityTexts = {
  securityCode: {
    subject: '您的 Tallystick 验证码：{code}',
    paragraphs: [
      '您的验证码是 {code}，{minutes} 分钟内有效，且仅限一次操作。',
      'Tallystick 的工作人员绝不会向您索要验证码。如非您本人操作，请更改密码。',
    ],
    sms: '【Tallystick】您的验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  },
  loginLink: {
    subject: '在此设备上登录',
    paragraphs: [
      '有人多次用错误的密码尝试登录您的账户，因此新设备需要此链接：{link}',
      '请在要登录的设备上打开。链接仅可使用一次，{minutes} 分钟内有效；之后照常输入密码。',
      '如果不是您在登录，说明有人在猜您的密码。对方尚未进入；请勿打开此链接，也不要交给任何人。',
    ],
    sms: 'Tallystick：请在要登录的设备上打开 {link}。仅可使用一次，{minutes} 分钟内有效。请勿交给任何人。',
  },
  loginLinkUnknown: {
    subject: '此地址没有 Tallystick 账户',
    paragraphs: [
      '有人（可能是您）用此地址索取登录链接，但此地址没有 Tallystick 账户。',
      '您可能用其他地址或手机号注册。如果不是您本人操作，请忽略此邮件。',
    ],
    sms: 'Tallystick：有人索取登录链接，但此号码没有账户。',
  },
  operatorInvitation: {
    subject: '您的 Tallystick 操作员账户',
    paragraphs: [
      'Tallystick 已为您准备好操作员账户，名称为 {name}。请在此设置密码和第二重验证：{invitation}',
      '链接仅可打开一次，{hours} 小时内有效，且只属于您：没有同事看过，也没有人需要它。',
      '如果提示已被打开而并非您本人，请立即告知同事。如果您不在此工作，请勿打开。',
    ],
    sms: 'Tallystick：请设置操作员账户 {name} 的密码：{invitation}。仅可打开一次，{hours} 小时内有效。请勿交给任何人。',
  },
  fundPasswordChanged: {
    subject: '您的资金密码已设置',
    paragraphs: ['您账户的资金密码刚刚被设置或更改。', '如非您本人操作，请在应用中冻结账户并联系客服。'],
    sms: '【Tallystick】您的资金密码已设置或更改。如非您本人操作，请立即冻结账户。',
  },
  twoFactorOn: {
    subject: '两步验证已开启',
    paragraphs: [
      '现在登录您的账户需要身份验证器中的验证码。',
      '请将恢复码保存在手机以外的地方。如非您本人操作，请立即联系客服。',
    ],
    sms: '【Tallystick】两步验证已开启。如非您本人操作，请立即联系客服。',
  },
  twoFactorOff: {
    subject: '两步验证已关闭',
    paragraphs: [
      '两步验证刚刚被关闭，现在仅凭密码即可登录。提现将暂停至 {until}（UTC）。',
      '如非您本人操作，请在应用中冻结账户并联系客服。',
    ],
    sms: '【Tallystick】两步验证已关闭。如非您本人操作，请立即冻结账户。',
  },
  recoveryCodeUsed: {
    subject: '恢复码已被使用',
    paragraphs: [
      '您的一个恢复码被用来代替身份验证器。剩余恢复码：{left} 个。',
      '如非您本人操作，请更改密码并冻结账户。',
    ],
    sms: '【Tallystick】一个恢复码已被使用，剩余 {left} 个。如非您本人操作，请冻结账户。',
  },
  passkeyAdded: {
    subject: '已添加通行密钥',
    paragraphs: [
      '通行密钥“{name}”现在可以登录您的账户。',
      '如非您本人操作，请在安全中心将其移除并更改密码。',
    ],
    sms: '【Tallystick】已添加通行密钥“{name}”。如非您本人操作，请将其移除并更改密码。',
  },
  passkeyRemoved: {
    subject: '已移除通行密钥',
    paragraphs: [
      '通行密钥“{name}”不能再登录您的账户。提现将暂停至 {until}（UTC）。',
      '如非您本人操作，请在应用中冻结账户并联系客服。',
    ],
    sms: '【Tallystick】已移除通行密钥“{name}”。如非您本人操作，请立即冻结账户。',
  },
  newDevice: {
    subject: '有新设备登录您的账户',
    paragraphs: [
      '有人（但愿是您本人）刚刚用一台陌生设备登录：{device}，地址 {address}。',
      '如非您本人操作，请立即更改密码：所有设备都会退出登录。',
    ],
    sms: '【Tallystick】有新设备从 {address} 登录。如非您本人操作，请立即更改密码。',
  },
  contactChanged: {
    subject: '您账户的联系方式已更改',
    paragraphs: [
      '{contact} 现已绑定您的账户，用于登录、接收验证码和此类消息。',
      '如非您本人操作，请在应用中冻结账户并联系客服。',
    ],
    sms: '【Tallystick】{contact} 已绑定您的账户。如非您本人操作，请立即冻结账户。',
  },
  accountFrozen: {
    subject: '您的账户已冻结',
    paragraphs: [
      '所有设备均已退出登录，无法交易、划转或提现。您的资金仍归您所有。',
      '如由您本人冻结，24 小时后可在安全中心解冻；如需提前，请联系客服。',
    ],
    sms: '【Tallystick】您的账户已冻结，解冻前无法交易或提现。',
  },
  accountUnfrozen: {
    subject: '您的账户已解冻',
    paragraphs: ['您的账户冻结已解除，可以重新交易和提现。', '如非您本人操作，请再次冻结并联系客服。'],
    sms: '【Tallystick】您的账户已解冻。如非您本人操作，请立即再次冻结。',
  },
  recoveryRequested: {
    subject: '有人申请移除您的两步验证',
    paragraphs: [
      '有人在输入正确的登录密码后，提交了身份证件信息和照片，申请移除您账户的两步验证。申请将由两名工作人员审核，通过后还需等待 {hours} 小时。在此期间暂停提现。',
      '如果不是您本人操作，请点此中止，无需登录：{stop}',
      '随后请修改登录密码，因为申请人知道您的密码。',
    ],
    sms: 'Tallystick：有人申请移除您的两步验证。如非本人，请中止：{stop} 并修改密码。',
  },
  recoveryApproved: {
    subject: '您的两步验证将于 {ready}（UTC）移除',
    paragraphs: [
      '两名工作人员已核对资料并同意。您账户的两步验证将于 {ready}（UTC）移除，不会提前。在此之前及之后的一段时间内暂停提现。',
      '如果不是您本人申请，请立即中止，无需登录：{stop}',
      '使用两步验证登录同样会中止该申请。',
    ],
    sms: 'Tallystick：您的两步验证将于 {ready}（UTC）移除。如非本人，请中止：{stop}',
  },
  recoveryCompleted: {
    subject: '您的两步验证已移除',
    paragraphs: [
      '等待期已结束：现在仅凭登录密码即可进入您的账户，所有设备均已退出登录。提现暂停至 {until}（UTC）。',
      '请登录并立即重新设置两步验证。如果不是您本人申请，请冻结账户并联系客服。',
    ],
    sms: 'Tallystick：您的两步验证已移除，请登录并重新设置。如非本人，请立即冻结账户。',
  },
  recoveryRejected: {
    subject: '您的两步验证保持不变',
    paragraphs: [
      '移除您账户两步验证的申请未获通过，一切保持不变。',
      '如果是您本人申请，登录页面会说明原因；如果不是，请修改密码，因为有人知道它。',
    ],
    sms: 'Tallystick：移除两步验证的申请未获通过，一切不变。如非本人，请修改密码。',
  },
  recoveryStopped: {
    subject: '移除两步验证的申请已中止',
    paragraphs: [
      '移除您账户两步验证的申请已被中止，一切保持不变，提现也不再因此暂停。',
      '如果您从未提出此申请，请修改密码，因为有人知道它。',
    ],
    sms: 'Tallystick：移除两步验证的申请已中止，一切不变。如您从未申请，请修改密码。',
  },
};
