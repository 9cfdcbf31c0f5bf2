export const law = {
  title: '条款、隐私与风险',
  tabs: {
    agreement: '协议',
    privacy: '隐私',
    risk: '风险',
  },
  choose: '选择文件',
  asked: '此版本为新版本。开始新的交易前请阅读并同意。平仓和提现不受影响。',
  accept: '我已阅读并同意',
  done: '已同意，谢谢。',
  accepted: '您已于 {at} 同意 {version} 版本。',
  versions: '版本',
  first: '首个版本',
  earlier: '您正在阅读已失效的旧版本。',
  sign: '签署协议',
};
