import type { MessageTexts } from './text.ts';

export const zh: MessageTexts = {
  registerCode: {
    subject: '您的 Tallystick 验证码：{code}',
    paragraphs: [
      '欢迎使用 Tallystick。您的验证码是 {code}。',
      '验证码 {minutes} 分钟内有效。Tallystick 的工作人员绝不会向您索要验证码。',
      '如非您本人操作，请忽略此消息。',
    ],
    sms: '【Tallystick】您的验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  },
  registerExists: {
    subject: '您已有 Tallystick 账户',
    paragraphs: [
      '有人（可能是您本人）尝试用此地址注册。您已有账户，直接登录即可。',
      '如果忘记密码，请在登录页选择“忘记密码”。',
      '本次验证码为 {code}，{minutes} 分钟内有效，但不能开通第二个账户。',
    ],
    sms: '【Tallystick】您已有账户，请直接登录。验证码 {code} 不能开通第二个账户。',
  },
  forgetCode: {
    subject: '您的 Tallystick 验证码：{code}',
    paragraphs: [
      '您申请设置新密码。您的验证码是 {code}。',
      '验证码 {minutes} 分钟内有效。Tallystick 的工作人员绝不会向您索要验证码。',
      '如非您本人操作，您的密码不会改变；可能有人在尝试登录您的账户。',
    ],
    sms: '【Tallystick】您设置新密码的验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
  },
  forgetUnknown: {
    subject: '此地址没有 Tallystick 账户',
    paragraphs: [
      '有人（可能是您本人）申请设置新密码。此地址没有 Tallystick 账户。',
      '您可能使用了其他邮箱或手机号注册。如非您本人操作，请忽略此消息。',
    ],
    sms: '【Tallystick】此号码没有账户，您可能使用了其他号码注册。',
  },
  passwordChanged: {
    subject: '您的 Tallystick 密码已更改',
    paragraphs: ['您的账户密码刚刚被更改，所有会话均已结束。', '如非您本人操作，请立即重设密码并联系客服。'],
    sms: '【Tallystick】您的密码已更改。如非您本人操作，请立即重设密码。',
  },
  basicVerified: {
    subject: '您的初级认证已通过',
    paragraphs: ['您的初级认证已审核通过。', '接下来请上传三张照片完成高级认证，即可开通提现和秒期权。'],
    sms: 'Tallystick：您的初级认证已审核通过。',
  },
  basicRejected: {
    subject: '您的初级认证需要处理',
    paragraphs: [
      '您的初级认证未通过审核。',
      '请在应用中打开身份认证，查看原因及需要重新填写的内容，其余资料均已保留。',
    ],
    sms: 'Tallystick：您的初级认证未通过审核，请在应用中查看原因。',
  },
  advancedVerified: {
    subject: '您的身份已认证',
    paragraphs: ['您的高级认证已审核通过，现可提现和使用秒期权。', '您无需再进行其他操作。'],
    sms: 'Tallystick：您的身份已认证，现可提现。',
  },
  advancedRejected: {
    subject: '您的高级认证需要处理',
    paragraphs: [
      '您的高级认证未通过审核。',
      '请在应用中打开身份认证，查看原因及需要重新拍摄的照片，其余照片均已保留。',
    ],
    sms: 'Tallystick：您的高级认证未通过审核，请在应用中查看原因。',
  },
  fundsAsked: {
    subject: '请说明您的资金来源',
    paragraphs: [
      '法律要求我们询问您账户中资金的来源。',
      '请在应用中打开身份认证，简要说明并上传证明文件的照片，例如工资单或合同。审核完成前提现将等待，交易不受影响。',
    ],
    sms: 'Tallystick：请在应用中说明资金来源，在此之前提现将等待。',
  },
};
