import type { NamePool } from './names-europe.ts';

/** See names-europe.ts. */
export const SOUTH_ASIA: readonly NamePool[] = [
  {
    script: 'Devanagari',
    given:
      'राजेश=Rajesh,अमिताभ=Amitabh,सुनीता=Sunita/Suneeta,विक्रम=Vikram,प्रियंका=Priyanka,कृष्ण=Krishna/Krsna,लक्ष्मी=Lakshmi/Laxmi,ज्ञानेश्वर=Dnyaneshwar/Gyaneshwar,संजय=Sanjay,मोहनदास=Mohandas,शकुंतला=Shakuntala,नरेंद्र=Narendra,धर्मेश=Dharmesh,गीता=Geeta/Gita',
    family:
      'शर्मा=Sharma,अग्रवाल=Agarwal/Aggarwal,चतुर्वेदी=Chaturvedi,गुप्ता=Gupta,देशमुख=Deshmukh,मिश्रा=Mishra/Misra,पाटील=Patil,त्रिपाठी=Tripathi,वर्मा=Verma/Varma,श्रेष्ठ=Shrestha,कुलकर्णी=Kulkarni,थापा=Thapa,भट्टाचार्य=Bhattacharya,जोशी=Joshi',
  },
  {
    script: 'Bengali',
    given:
      'রবীন্দ্র=Rabindra/Ravindra,সুমন=Suman,শেখর=Shekhar/Sekhar,অনিন্দিতা=Anindita,মোহাম্মদ=Mohammad/Mohammed,হাসিনা=Hasina,সত্যজিৎ=Satyajit,তসলিমা=Taslima,জাহাঙ্গীর=Jahangir,কাজী=Kazi/Qazi,ফারুক=Faruk/Farooq,নজরুল=Nazrul,প্রণব=Pranab,বিদ্যাসাগর=Vidyasagar/Bidyasagar',
    family:
      'চট্টোপাধ্যায়=Chattopadhyay,মুখোপাধ্যায়=Mukhopadhyay,রহমান=Rahman/Rehman,চৌধুরী=Chowdhury/Chaudhuri,বিশ্বাস=Biswas,হোসেন=Hossain/Hussein,সরকার=Sarkar/Sircar,মজুমদার=Majumdar/Mazumder,আহমেদ=Ahmed,দাশগুপ্ত=Dasgupta,বন্দ্যোপাধ্যায়=Bandyopadhyay,সিরাজ=Siraj,ঘোষ=Ghosh,তালুকদার=Talukdar',
  },
  {
    script: 'Gurmukhi',
    given:
      'ਮਨਜੀਤ=Manjit/Manjeet,ਗੁਰਪ੍ਰੀਤ=Gurpreet/Gurprit,ਹਰਭਜਨ=Harbhajan,ਸਿਮਰਨ=Simran,ਬਲਵਿੰਦਰ=Balwinder/Balvinder,ਕੁਲਦੀਪ=Kuldeep/Kuldip,ਅਮਰਿੰਦਰ=Amarinder,ਜਸਪਾਲ=Jaspal,ਪਰਮਜੀਤ=Paramjit,ਤਰਲੋਚਨ=Tarlochan',
    family:
      'ਗਰੇਵਾਲ=Grewal/Garewal,ਸੰਧੂ=Sandhu,ਢਿੱਲੋਂ=Dhillon,ਬਰਾੜ=Brar/Barar,ਮਾਨ=Mann/Maan,ਗਿੱਲ=Gill,ਚਾਹਲ=Chahal,ਸਿੱਧੂ=Sidhu/Siddhu,ਭੁੱਲਰ=Bhullar,ਔਲਖ=Aulakh',
  },
  {
    script: 'Gujarati',
    given:
      'મહેન્દ્ર=Mahendra,જયેશ=Jayesh,હેમલતા=Hemlata/Hemalata,ધીરુભાઈ=Dhirubhai,કલ્પના=Kalpana,નીતિન=Nitin,રમેશ=Ramesh,પ્રકાશ=Prakash,ઇન્દિરા=Indira,સરદાર=Sardar',
    family:
      'પટેલ=Patel,શાહ=Shah,દેસાઈ=Desai,મહેતા=Mehta,ત્રિવેદી=Trivedi,ઝવેરી=Zaveri/Jhaveri,અંબાલાલ=Ambalal,ગોહિલ=Gohil,વાઘેલા=Vaghela/Waghela,સોલંકી=Solanki',
  },
  {
    script: 'Odia',
    given:
      'ନବୀନ=Naveen/Nabin,ବିଜୟ=Bijay/Vijay,ସୁଭଦ୍ରା=Subhadra,ଜଗନ୍ନାଥ=Jagannath,ଗୋପବନ୍ଧୁ=Gopabandhu,ମନୋଜ=Manoj,ପ୍ରତିଭା=Pratibha,ହରେକୃଷ୍ଣ=Harekrushna/Harekrishna,ରଞ୍ଜନ=Ranjan,ଅନିତା=Anita',
    family:
      'ପଟ୍ଟନାୟକ=Patnaik/Pattanayak,ମହାପାତ୍ର=Mahapatra/Mohapatra,ଦାସ=Das,ସାହୁ=Sahu,ପ୍ରଧାନ=Pradhan,ବେହେରା=Behera,ମିଶ୍ର=Mishra,ରାଉତ=Rout/Raut,ସେଠୀ=Sethi,ନନ୍ଦ=Nanda',
  },
  {
    script: 'Tamil',
    given:
      'முருகன்=Murugan,செல்வராஜ்=Selvaraj,லட்சுமி=Lakshmi/Latchumi,கார்த்திகேயன்=Karthikeyan,பிரபாகரன்=Prabhakaran,மீனாட்சி=Meenakshi/Minatchi,ராமச்சந்திரன்=Ramachandran,தமிழ்ச்செல்வி=Tamilselvi,சுப்பிரமணியம்=Subramaniam,வேலு=Velu,கனிமொழி=Kanimozhi,பாலகிருஷ்ணன்=Balakrishnan,அன்பழகன்=Anbazhagan,இளங்கோவன்=Elangovan/Ilangovan',
    family:
      'நடராஜன்=Natarajan,சிவகுமார்=Sivakumar/Shivakumar,கருணாநிதி=Karunanidhi,பழனிசாமி=Palaniswami/Palanisamy,ராஜேந்திரன்=Rajendran,செந்தில்வேல்=Senthilvel,தியாகராஜன்=Thiagarajan/Tyagarajan,அருணாசலம்=Arunachalam,வைத்தியநாதன்=Vaidyanathan,சுந்தரம்=Sundaram,மாணிக்கம்=Manickam/Manikkam,குமாரசாமி=Kumaraswamy/Kumarasamy,பெருமாள்=Perumal,கோவிந்தன்=Govindan',
  },
  {
    script: 'Telugu',
    given:
      'వెంకటేశ్వర=Venkateswara/Venkateshwara,నరసింహ=Narasimha,సత్యనారాయణ=Satyanarayana,పద్మావతి=Padmavati/Padmavathi,రామకృష్ణ=Ramakrishna,చంద్రబాబు=Chandrababu,సుబ్బారావు=Subbarao,శ్రీనివాస్=Srinivas/Shrinivas,అనసూయ=Anasuya,మల్లికార్జున=Mallikarjuna',
    family:
      'రెడ్డి=Reddy/Reddi,నాయుడు=Naidu/Nayudu,చౌదరి=Chowdary/Choudhary,వర్మ=Varma,కొండపల్లి=Kondapalli,గుంటూరి=Gunturi,యార్లగడ్డ=Yarlagadda,బొమ్మిరెడ్డి=Bommireddy,పట్నాయక్=Patnaik,దగ్గుబాటి=Daggubati',
  },
  {
    script: 'Kannada',
    given:
      'ಸಿದ್ಧಾರ್ಥ=Siddhartha/Siddharth,ಬಸವರಾಜ=Basavaraj,ಕೆಂಪೇಗೌಡ=Kempegowda,ಸರೋಜಾ=Saroja,ಪುಟ್ಟಸ್ವಾಮಿ=Puttaswamy,ಯಡಿಯೂರಪ್ಪ=Yediyurappa,ಶಿವಾನಂದ=Shivananda/Sivananda,ಗಿರೀಶ=Girish,ಅನಂತ=Anant/Anantha,ಮಂಜುನಾಥ=Manjunath',
    family:
      'ಗೌಡ=Gowda/Gauda,ಹೆಗಡೆ=Hegde/Hegade,ಶೆಟ್ಟಿ=Shetty/Shetti,ಕಾರ್ನಾಡ=Karnad,ಪಾಟೀಲ=Patil,ಬೆಂಗೇರಿ=Bengeri,ಕುವೆಂಪು=Kuvempu,ದೇಶಪಾಂಡೆ=Deshpande,ನಾಯಕ=Nayak/Nayaka,ಹಿರೇಮಠ=Hiremath',
  },
  {
    script: 'Malayalam',
    given:
      'ജോസഫ്=Joseph,അനിൽകുമാർ=Anilkumar,കൃഷ്ണൻകുട്ടി=Krishnankutty,മറിയാമ്മ=Mariamma/Mariyamma,രാധാകൃഷ്ണൻ=Radhakrishnan,ബഷീർ=Basheer/Bashir,സരസ്വതി=Saraswathi/Saraswati,ഉമ്മൻ=Oommen/Ummen,പിണറായി=Pinarayi,ശ്രീദേവി=Sreedevi/Sridevi',
    family:
      'നമ്പൂതിരി=Namboothiri/Nambudiri,മേനോൻ=Menon,പണിക്കർ=Panicker/Panikkar,കുര്യൻ=Kurian/Kuryan,തോമസ്=Thomas,വർഗീസ്=Varghese/Varghis,പിള്ള=Pillai/Pilla,നായർ=Nair/Nayar,ചാക്കോ=Chacko,കുഞ്ഞുമോൻ=Kunjumon',
  },
  {
    script: 'Sinhala',
    given:
      'මහින්ද=Mahinda,චන්ද්‍රිකා=Chandrika,සනත්=Sanath/Sanat,කුමාර=Kumara,අනුර=Anura,නිලන්ති=Nilanthi/Nilanti,රණසිංහ=Ranasinghe/Ranasinha,ජයන්ත=Jayantha/Jayanta,සුනිල්=Sunil,දිනේෂ්=Dinesh',
    family:
      'පෙරේරා=Perera,බණ්ඩාරනායක=Bandaranaike/Bandaranayake,ජයසූරිය=Jayasuriya/Jayasooriya,විජේසිංහ=Wijesinghe/Vijesinha,ගුණවර්ධන=Gunawardena/Gunavardhana,සිල්වා=Silva,දිසානායක=Dissanayake/Disanayaka,රාජපක්ෂ=Rajapaksa/Rajapakse,මෙන්ඩිස්=Mendis,කරුණාරත්න=Karunaratne/Karunarathna',
  },
];
