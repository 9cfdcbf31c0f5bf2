import type { NamePool } from './names-europe.ts';

/** See names-europe.ts. */
export const EAST: readonly NamePool[] = [
  {
    script: 'Han, Chinese',
    familyFirst: true,
    joined: true,
    given:
      '小明=Xiaoming/Xiao Ming,建国=Jianguo,秀英=Xiuying/Xiu Ying,志强=Zhiqiang,丽华=Lihua/Li Hua,伟东=Weidong,雪梅=Xuemei,永福=Yongfu,春生=Chunsheng,海燕=Haiyan,德昌=Dechang,文博=Wenbo,晓琳=Xiaolin,国栋=Guodong',
    family:
      '王=Wang,李=Li,张=Zhang,刘=Liu,陈=Chen,杨=Yang,赵=Zhao,黄=Huang,周=Zhou,吴=Wu,徐=Xu,孙=Sun,胡=Hu,郭=Guo',
  },
  {
    script: 'Han, Japanese',
    familyFirst: true,
    joined: true,
    given:
      '太郎=Taro/Tarou,花子=Hanako,健一=Kenichi,美智子=Michiko,裕之=Hiroyuki,直樹=Naoki,由美=Yumi,和夫=Kazuo,恵子=Keiko,大輔=Daisuke',
    family:
      '田中=Tanaka,佐藤=Sato/Satou,鈴木=Suzuki,高橋=Takahashi,渡辺=Watanabe,山本=Yamamoto,中村=Nakamura,小林=Kobayashi,加藤=Kato/Katou,吉田=Yoshida',
  },
  {
    script: 'Kana',
    familyFirst: true,
    given:
      'たろう=Taro/Tarou,ハナコ=Hanako,けんいち=Kenichi,ミチコ=Michiko,ひろゆき=Hiroyuki,ナオキ=Naoki,ゆみ=Yumi,カズオ=Kazuo,しんじ=Shinji/Sinzi,ダイスケ=Daisuke,ちづる=Chizuru/Tizuru,ツトム=Tsutomu/Tutomu',
    family:
      'たなか=Tanaka,サトウ=Sato/Satou,すずき=Suzuki,タカハシ=Takahashi,わたなべ=Watanabe,ヤマモト=Yamamoto,なかむら=Nakamura,コバヤシ=Kobayashi,ふじわら=Fujiwara/Huziwara,ヨシダ=Yoshida,つじもと=Tsujimoto,チバ=Chiba',
  },
  {
    script: 'Hangul',
    familyFirst: true,
    joined: true,
    given:
      '민수=Minsu/Min-soo,영희=Younghee/Yeong-hui,지훈=Jihoon/Ji-hun,서연=Seoyeon/Seo-yun,철수=Chulsoo/Cheol-su,은주=Eunju/Eun-joo,동현=Donghyun/Dong-hyeon,미경=Mikyung/Mi-gyeong,상호=Sangho/Sang-ho,재석=Jaeseok/Jae-suk,현우=Hyunwoo/Hyeon-u,순자=Soonja/Sun-ja',
    family:
      '김=Kim/Gim,박=Park/Bak,최=Choi/Choe,정=Jung/Jeong,강=Kang/Gang,조=Cho/Jo,윤=Yoon/Yun,장=Jang/Chang,임=Lim/Im,한=Han,신=Shin/Sin,권=Kwon/Gwon',
  },
  {
    script: 'Thai',
    given:
      'สมชาย=Somchai,ประเสริฐ=Prasert,วิไลวรรณ=Wilaiwan/Vilaiwan,อภิสิทธิ์=Abhisit/Apisit,สุรชัย=Surachai,นงลักษณ์=Nonglak,ธนากร=Thanakorn,พรทิพย์=Pornthip/Phonthip,ชัชชาติ=Chadchart/Chatchat,กิตติพงษ์=Kittipong,มานะ=Mana,เกษม=Kasem,ปรีดา=Preeda/Prida,จันทร์เพ็ญ=Chanpen',
    family:
      'ใจดี=Jaidee/Chaidi,ศรีสุวรรณ=Srisuwan,วงศ์สวัสดิ์=Wongsawat,พัฒนกิจ=Phattanakit/Pattanakit,รัตนโกสินทร์=Rattanakosin,บุญมา=Boonma/Bunma,ทองคำ=Thongkham/Tongkam,แสงจันทร์=Saengchan,สุขสวัสดิ์=Suksawat,เจริญผล=Charoenphol/Jaroenpon,มณีรัตน์=Maneerat,ชูเกียรติ=Chukiat,อินทรสุข=Intarasuk,ภักดี=Phakdi/Pakdee',
  },
  {
    script: 'Lao',
    given:
      'ສົມສັກ=Somsak,ບຸນມີ=Bounmy/Bunmi,ຄຳໄພ=Khamphai,ວິໄລ=Vilay/Wilai,ທອງລຸນ=Thongloun/Thonglun,ສຸພານຸວົງ=Souphanouvong,ຈັນທະວີ=Chanthavy,ມະນີວອນ=Manivone,ພູມີ=Phoumi,ໄກສອນ=Kaysone',
    family:
      'ພົມວິຫານ=Phomvihane,ສີສຸລິດ=Sisoulith,ແກ້ວມະນີ=Keomany,ໄຊຍະວົງ=Xayavong/Sayavong,ຈັນທະລາ=Chanthala,ອິນທະວົງ=Inthavong,ບຸບຜາ=Boupha/Bubpha,ລັດຕະນະ=Rattana,ສຸວັນນະ=Souvanna/Suvanna,ພັນທະວົງ=Phanthavong',
  },
  {
    script: 'Khmer',
    familyFirst: true,
    given:
      'សុខា=Sokha,វណ្ណៈ=Vanna/Vannak,រតនា=Ratana/Rattana,ចន្ទ្រា=Chandra/Chantrea,ពិសិដ្ឋ=Piseth,ម៉ាលី=Maly/Mali,សារិន=Sarin,ធារី=Theary,បូណា=Bona,ដារ៉ា=Dara',
    family: 'ហ៊ុន=Hun,សម=Sam,កែវ=Keo,មាស=Meas,នួន=Nuon,ទេព=Tep,លឹម=Lim,ប៉ែន=Pen,ឃឹម=Khim,រស់=Ros',
  },
  {
    script: 'Burmese',
    given:
      'အောင်ဆန်း=Aung San,မင်းသူ=Min Thu,စန္ဒာ=Sandar/Sanda,ကျော်ဇော=Kyaw Zaw,လှမြင့်=Hla Myint,သီတာ=Thida/Theeta,ဇင်မာ=Zin Mar,နေလင်း=Nay Lin',
    family:
      'ဝင်းထွန်း=Win Htun,မောင်မောင်=Maung Maung,ခင်ညို=Khin Nyo,စိုးဝင်း=Soe Win,သန်းရွှေ=Than Shwe,ဦးနု=U Nu,တင်အေး=Tin Aye,ဖြိုးကျော်=Phyo Kyaw',
  },
  {
    script: 'Tibetan',
    given:
      'བསྟན་འཛིན=Tenzin/Tenzing,རྡོ་རྗེ=Dorje/Dorjee,པདྨ=Pema/Padma,སྐལ་བཟང=Kelsang/Kalzang,ཚེ་རིང=Tsering/Tshering,བསོད་ནམས=Sonam,ཀརྨ=Karma,དབང་ཕྱུག=Wangchuk',
    family:
      'རྒྱ་མཚོ=Gyatso,རྣམ་རྒྱལ=Namgyal/Namgyel,ཕུན་ཚོགས=Phuntsok/Phuntsog,ལྷ་མོ=Lhamo,ནོར་བུ=Norbu,སྒྲོལ་མ=Dolma/Drolma,དོན་གྲུབ=Dhondup/Dondrub,སངས་རྒྱས=Sangye/Sangay',
  },
  {
    script: 'Mongolian',
    given:
      'ᠪᠠᠲᠤ=Batu/Bat,ᠲᠡᠮᠦᠷ=Temur/Tomor,ᠴᠡᠴᠡᠭ=Checheg/Tsetseg,ᠰᠠᠷᠠᠨ=Saran,ᠨᠠᠷᠠᠨ=Naran,ᠮᠥᠩᠬᠡ=Mongke/Monkh,ᠵᠢᠷᠭᠠᠯ=Jirgal/Jargal,ᠣᠳᠤᠨ=Odon/Odun',
    family:
      'ᠪᠣᠷᠵᠢᠭᠢᠨ=Borjigin,ᠲᠠᠲᠠᠷ=Tatar,ᠬᠣᠩᠭᠢᠷᠠᠳ=Khonggirad/Qonggirad,ᠮᠡᠷᠭᠡᠳ=Merged/Merkid,ᠤᠷᠢᠶᠠᠩᠬᠠᠢ=Uriyangkhai/Uriankhai,ᠣᠢᠷᠠᠳ=Oirad/Oyirad,ᠵᠠᠯᠠᠶᠢᠷ=Jalayir/Jalair,ᠠᠷᠤᠯᠠᠳ=Arulad',
  },
];
