import type { NamePool } from './names-europe.ts';

/** See names-europe.ts. */
export const NEAR_EAST: readonly NamePool[] = [
  {
    script: 'Arabic',
    given:
      'محمد=Mohammed/Muhammad/Mohamed,أحمد=Ahmed/Ahmad,يوسف=Yusuf/Youssef,خالد=Khaled/Khalid,فاطمة=Fatima/Fatma,إبراهيم=Ibrahim/Ebrahim,مصطفى=Mustafa/Moustafa,زينب=Zainab/Zeinab,طارق=Tariq/Tarek,سمير=Samir/Sameer,عبد الكريم=Abdul Karim/Abdelkarim,حسين=Hussein/Hossain,جمال=Jamal/Gamal,نورة=Noura/Nura',
    family:
      'الحسيني=Al-Husseini/Elhusseiny,القاسمي=Al Qasimi/Alqasimi,الشمري=Al-Shammari/Alshamari,حداد=Haddad,المصري=Al-Masri/Elmasry,بوزيد=Bouzid/Buzid,الزهراني=Al-Zahrani/Alzahrani,خوري=Khoury/Khuri,السيد=El-Sayed/Al Sayyid,بن سالم=Ben Salem/Bin Salim,العتيبي=Al-Otaibi/Alutaybi,منصور=Mansour/Mansur,الغامدي=Al-Ghamdi/Alghamdi,شريف=Sharif/Cherif',
  },
  {
    script: 'Arabic, Persian and Urdu',
    given:
      'علیرضا=Alireza,پرویز=Parviz/Parvez,شهرزاد=Shahrzad/Shahrazad,کوروش=Kourosh/Cyrus,بهروز=Behrouz/Behruz,نسرین=Nasrin/Nasreen,چنگیز=Changiz/Chengiz,گلنار=Golnar/Gulnar,عمران=Imran/Emran,شہباز=Shahbaz,فرخندہ=Farkhanda/Farkhunda,غلام=Ghulam/Gholam,ژاله=Zhaleh/Jaleh,جاوید=Javid/Jawed',
    family:
      'حسینی=Hosseini/Husaini,رفسنجانی=Rafsanjani,پاکزاد=Pakzad,چودھری=Chaudhry/Chowdhury,قریشی=Qureshi/Koreishi,کریمی=Karimi,تهرانی=Tehrani,بھٹی=Bhatti,گیلانی=Gilani/Gillani,ژندی=Zhandi/Jandi,نیازی=Niazi/Niyazi,محمودی=Mahmoudi/Mahmudi,شیرازی=Shirazi,خٹک=Khattak',
  },
  {
    script: 'Hebrew',
    given:
      'יוסף=Yosef/Joseph,שמעון=Shimon/Simeon,רבקה=Rivka/Rebecca,בנימין=Binyamin/Benjamin,אברהם=Avraham/Abraham,מיכל=Michal/Mikhal,צבי=Zvi/Tzvi,דבורה=Devora/Deborah,גדעון=Gideon/Gidon,יצחק=Yitzhak/Itzhak,שלומית=Shlomit,נתנאל=Netanel/Nathaniel,חנוך=Hanoch/Chanoch,תמר=Tamar',
    family:
      'כהן=Cohen/Kohen,מזרחי=Mizrahi/Mizrachi,פרידמן=Friedman/Fridman,שפירא=Shapira/Shapiro,גולדשטיין=Goldstein/Goldshtein,אברמוביץ=Abramovich/Avramovitz,ביטון=Biton/Bitton,צדוק=Tzadok/Zadok,חדד=Hadad/Haddad,רוזנברג=Rosenberg/Rozenberg,דיין=Dayan,קפלן=Kaplan/Caplan,וייצמן=Weizman/Weitzman,סויסה=Suissa/Swissa',
  },
  {
    script: 'Syriac',
    given:
      'ܝܘܚܢܢ=Yohanan/Youhanan,ܐܦܪܝܡ=Aprim/Afrem,ܫܡܘܢ=Shimun/Shmoun,ܡܪܝܡ=Maryam/Mariam,ܣܪܓܘܢ=Sargon,ܐܫܘܪ=Ashur,ܢܝܢܘܣ=Ninos,ܦܛܪܘܣ=Patros/Petros,ܓܒܪܐܝܠ=Gabriel/Gabrail,ܕܢܚܐ=Dinkha',
    family:
      'ܡܠܟ=Malek/Malik,ܓܘܪܓܝܣ=Gewargis/Georgis,ܒܪܨܘܡ=Barsoum/Barsom,ܐܣܚܩ=Ishaq/Eshaq,ܟܢܘ=Kanno/Kano,ܝܥܩܘܒ=Yaqub/Yacoub,ܕܘܡܢܐ=Domana,ܣܠܝܒܐ=Saliba/Sliba,ܬܐܘܡܐ=Toma/Tuma,ܙܟܪܝܐ=Zakaria/Zacharia',
  },
  {
    script: 'Ethiopic',
    given:
      'አበበ=Abebe,ቴዎድሮስ=Tewodros/Theodros,ሰላማዊት=Selamawit,ኃይለ=Haile/Hayle,መሠረት=Meseret,ዮሐንስ=Yohannes/Johannes,ትዕግስት=Tigist,ብርሃኑ=Berhanu/Birhanu,ጌታቸው=Getachew,ፍቅርተ=Fikirte,ሙሉጌታ=Mulugeta,ከበደ=Kebede,ዘነበ=Zenebe,ታደሰ=Tadesse/Tadese',
    family:
      'ቢቂላ=Bikila,ገብረማርያም=Gebremariam/Gebremaryam,ተስፋዬ=Tesfaye,ወልደሚካኤል=Woldemichael/Weldemikael,ደስታ=Desta,ኪዳነ=Kidane,ነጋሽ=Negash,አለማየሁ=Alemayehu,ግርማ=Girma,ሽፈራው=Shiferaw,ሀብቴ=Habte,ደምሴ=Demissie/Demse,ቡልቻ=Bulcha,ጫላ=Chala',
  },
  {
    script: 'Thaana',
    given:
      'އަޙްމަދު=Ahmed/Ahmadhu,އިބްރާހީމް=Ibrahim/Ibraahim,ޢަލީ=Ali,މުޙައްމަދު=Mohamed/Muhammadhu,ފާތިމަތު=Fathimath,ޢާއިޝަތު=Aishath,ޙަސަން=Hassan/Hasan,ނާޞިރު=Nasir/Naasiru,ޝިފާޒު=Shifaz,ޒުލްފާ=Zulfa',
    family:
      'ޝަރީފު=Shareef/Sharif,ރަޝީދު=Rasheed/Rashid,ނަޝީދު=Nasheed/Nashid,ވަޙީދު=Waheed/Vaheed,ޖަމީލު=Jameel/Jamil,ޤަޔޫމު=Gayoom/Qayyoom,ޒަކީ=Zaki,ލަޠީފު=Latheef/Latif,ޞާލިޙު=Solih/Saalih,މަނިކު=Manik',
  },
];
