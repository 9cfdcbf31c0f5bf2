import type { MessageTexts } from './text.ts';

export const hk: MessageTexts = {
  registerCode: {
    subject: '您的 Tallystick 驗證碼：{code}',
    paragraphs: [
      '歡迎使用 Tallystick。您的驗證碼是 {code}。',
      '驗證碼 {minutes} 分鐘內有效。Tallystick 的職員絕不會向您索取驗證碼。',
      '如非您本人操作，請忽略此訊息。',
    ],
    sms: '【Tallystick】您的驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  },
  registerExists: {
    subject: '您已有 Tallystick 帳戶',
    paragraphs: [
      '有人（可能是您本人）嘗試用此地址註冊。您已有帳戶，直接登入即可。',
      '如果忘記密碼，請在登入頁選擇「忘記密碼」。',
      '本次驗證碼為 {code}，{minutes} 分鐘內有效，但不能開立第二個帳戶。',
    ],
    sms: '【Tallystick】您已有帳戶，請直接登入。驗證碼 {code} 不能開立第二個帳戶。',
  },
  forgetCode: {
    subject: '您的 Tallystick 驗證碼：{code}',
    paragraphs: [
      '您申請設定新密碼。您的驗證碼是 {code}。',
      '驗證碼 {minutes} 分鐘內有效。Tallystick 的職員絕不會向您索取驗證碼。',
      '如非您本人操作，您的密碼不會改變；可能有人正嘗試登入您的帳戶。',
    ],
    sms: '【Tallystick】您設定新密碼的驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
  },
  forgetUnknown: {
    subject: '此地址沒有 Tallystick 帳戶',
    paragraphs: [
      '有人（可能是您本人）申請設定新密碼。此地址沒有 Tallystick 帳戶。',
      '您可能使用了其他電郵或手機號碼註冊。如非您本人操作，請忽略此訊息。',
    ],
    sms: '【Tallystick】此號碼沒有帳戶，您可能使用了其他號碼註冊。',
  },
  passwordChanged: {
    subject: '您的 Tallystick 密碼已更改',
    paragraphs: [
      '您的帳戶密碼剛剛被更改，所有工作階段均已結束。',
      '如非您本人操作，請立即重設密碼並聯絡客服。',
    ],
    sms: '【Tallystick】您的密碼已更改。如非您本人操作，請立即重設密碼。',
  },
  basicVerified: {
    subject: '您的初級認證已通過',
    paragraphs: ['您的初級認證已審核通過。', '接下來請上載三張照片完成高級認證，即可開通提現和秒期權。'],
    sms: 'Tallystick：您的初級認證已審核通過。',
  },
  basicRejected: {
    subject: '您的初級認證需要處理',
    paragraphs: [
      '您的初級認證未通過審核。',
      '請在應用程式中開啟身份認證，查看原因及需要重新填寫的內容，其餘資料均已保留。',
    ],
    sms: 'Tallystick：您的初級認證未通過審核，請在應用程式中查看原因。',
  },
  advancedVerified: {
    subject: '您的身份已認證',
    paragraphs: ['您的高級認證已審核通過，現可提現及使用秒期權。', '您無需再進行其他操作。'],
    sms: 'Tallystick：您的身份已認證，現可提現。',
  },
  advancedRejected: {
    subject: '您的高級認證需要處理',
    paragraphs: [
      '您的高級認證未通過審核。',
      '請在應用程式中開啟身份認證，查看原因及需要重新拍攝的照片，其餘照片均已保留。',
    ],
    sms: 'Tallystick：您的高級認證未通過審核，請在應用程式中查看原因。',
  },
  fundsAsked: {
    subject: '請說明您的資金來源',
    paragraphs: [
      '法律要求我們詢問您帳戶中資金的來源。',
      '請在應用程式中開啟身分認證，簡要說明並上傳證明文件的照片，例如糧單或合約。審核完成前提現將等待，交易不受影響。',
    ],
    sms: 'Tallystick：請在應用程式中說明資金來源，在此之前提現將等待。',
  },
};
