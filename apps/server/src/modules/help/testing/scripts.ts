import type { Language } from '@tallystick/protocol';

/** How many English letters say about as much as one letter of the language. */
const WORTH: Readonly<Record<Language, number>> = {
  zh: 3.2,
  hk: 3.2,
  jp: 2.2,
  kr: 2.2,
  en: 1,
  esp: 0.9,
  th: 1,
  yn: 1,
};

/** The text's length in English letters. */
export function lengthOf(text: string, language: Language): number {
  return (text.match(/\p{L}/gu)?.length ?? 0) * WORTH[language];
}

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const THAI = /\p{Script=Thai}/gu;
/** Letters of Vietnamese that neither English nor Spanish has. */
const VIETNAMESE = /[ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉĩịọỏốồổỗộớờởỡợụủũứừửữựỳỵỷỹ]/giu;
const SPANISH_WORDS = /\b(?:de|la|el|los|las|que|se|un|una|en|por|con|su|si|no|es|al|del|para)\b/giu;
const ENGLISH_WORDS = /\b(?:the|of|and|to|is|are|you|your|it|in|that|with|for)\b/giu;

/** Characters of simplified Chinese only, so frequent that every text in it has some. */
const SIMPLIFIED =
  /[专业东丢两严丧个为举么义乌乐乔习书买乱争亏产亲亿仅从仓们价众优会伞伟传伤侦儿兑党关内册写军农冯冲决况冻净减凤击则刚创删别办务动励劳势区医华协单卖卫却厂厅历厉压厌县参双发变叙叶号叹吓吗听启员响哑啸团园围国图坏块坚坛坝坟坠垄垒声处备够头夹夺奋奖妆妇妈姗娱孙学宝实宠审宪宽对寻导寿将尔尘尝层属岁岂岗岛峡币帅师帐带帮广庆库应庙废开异弃张弯弹强归当录彻径忆忧怀态总恋恶恼悬惊惧惨惯愤愿懒戏战户执扩扫扬抚抛抢护报担拟拥择挡挣挤挥损捡换据掳掷摄摆摇撑敌数斋断无旧时旷显晓暂术机杀杂权条来杨极构枪标栈栋栏树样桥梦检楼榄欢欧残毁毕气汇汉汤沟没沪泪泽浅测济浏浓涛涝润涨渐渔温湾湿滚滞满滤滥滨灭灯灵灾炉点炼烁烂烦烧热爱爷牵状犹狈独狮狱猎玛环现玺珐琐瑶电画畅疗疯瘫皱盏盐监盖盘睁矫码砖础碍礼祸离秃积称税稳穷窃竞笔笼筛签简篮类粮紧纠红纤约级纪纯纲纳纵纷纸线练组细终经绑结绕绘给络绝统继绩续维绿缓编缘缩网罗罚罢联聪肃肠肤肿胀胁脑脚脱脸舰舱艰艺节芦苏茎荡荣药莱莲获萝营蓝虏虑虚虽蚀补装见观规觅视览觉计订认讨让训议讯记讲许论设访证评识诉词译试诗诚话询该详误说请诸诺读课谁调谅谈谋谓谜谢谣谨谱贝负贡财责贤败账货质贩贪贫购贮贯贱贴贵贷贸费贺资赋赌赏赔赖赚赛赞赠赢赵趋跃践踪车轨转轮软轰轻载较辅辆辈辉辑输边辽达迁过运还这进远违连迟适选递逻遗邓邮邻郑酱酿释针钉钓钙钟钢钥钦钩钱钻铁铃铅铜铝银铺链销锁锅锋错锡锣锤锦键锻镇镜长门闪闭问闯闲间闷闹闻阀阁阅队阳阴阵阶际陆陈险随隐隶难雏雾静韩顶项顺须顾顿预领颇频题颜额风飘飞饥饭饮饰饱饼馆马驱驳驴驶驻驾骂骄骆验骑骗骤鱼鲁鲜鸟鸡鸣鸭鸿鹅鹏鹰麦黄齐齿龄龙龟]/gu;
/** The same for traditional Chinese. */
const TRADITIONAL =
  /[來倉個們備傳傷僅價億優內兩凍別刪則剛創動務勞勢匯區協卻參員問啟單國圍園圖團執報塊壓壞夠學實審寫寶將專尋對導層屬島師帶幣幫庫廟廠廢廣廳張強彈從復徹惡愛態慣慮慶憶應懶懸戰戲戶掃掛換損撲擁擇擋擔據擴擺敗敵數斷時暫書會東條業極構樂樓標樣樹橋機檢權歐歡歷歸殘殺氣決淺測溝滅滿漢漲漸潔濟濾災為無煉煩熱燈燒營爭獎獲現環產畢畫異當發監盤眾確禮種稱積穩窮竊競筆節範築簡簽紀約紅納純紙級細終組結絕絡給統綁經綠維綱網線編緩練縮總績繞繪繼續罰羅義習聯聲聽脫腦腳臉舊莊華蓋薦藍藥蘇處號虧蟲術衛補裝見規視親覺覽觀訂計訊討訓記訪設許訴評詞詢試話該詳認誠誤說誰課調談請諒論諾講謝證識譯議護讀變讓負貨貪責貴買貸費貼貿賀資賞賠賣質賬賭賺購贈贏趕蹤車軌軍軟較載輔輕輪輯輸轉辦農這連進運過達違遞遠適遲遷選遺還邊邏郵醫釋針銷鋼錄錢錯鍵鎖鎮鏈鏡鐘鑰長門閉開間閱關陸陽隊階際隨險隱雖雙雜雞離難電靈靜響頂項順須預領頭頻題額顏願類顯風飄飛飯館馬駐駕騙驅驗驚鳥麥黃點齊齡龍]/gu;

/** Why the text, without its marks, is not in the language; null if it is. */
export function scriptFault(text: string, language: Language): string | null {
  const letters = count(text, /\p{L}/gu);
  const share = (pattern: RegExp) => count(text, pattern) / letters;
  const words = text.split(/\s+/).length;
  switch (language) {
    case 'zh':
      if (share(KANA) > 0 || share(HAN) < 0.7) return 'not Chinese';
      return foreign(text, TRADITIONAL) ?? (share(SIMPLIFIED) < 0.1 ? 'not simplified' : null);
    case 'hk':
      if (share(KANA) > 0 || share(HAN) < 0.7) return 'not Chinese';
      return foreign(text, SIMPLIFIED) ?? (share(TRADITIONAL) < 0.1 ? 'not traditional' : null);
    case 'jp':
      return share(KANA) < 0.35 || share(HAN) < 0.1 ? 'not Japanese' : null;
    case 'kr':
      return share(HANGUL) < 0.75 ? 'not Korean' : null;
    case 'th':
      return share(THAI) < 0.75 ? 'not Thai' : null;
    case 'yn':
      return share(VIETNAMESE) < 0.12 ? 'not Vietnamese' : null;
    case 'esp':
      return count(text, SPANISH_WORDS) / words < 0.2 ? 'not Spanish' : null;
    case 'en':
      return count(text, ENGLISH_WORDS) / words < 0.15 ? 'not English' : null;
  }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function foreign(text: string, pattern: RegExp): string | null {
  const found = new Set(text.match(pattern));
  return found.size === 0 ? null : `characters of the other script: ${[...found].join('')}`;
}
