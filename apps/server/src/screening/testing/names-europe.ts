/**
 * Given and family names as their bearers write them, each with the Latin spellings that passports and newspapers use for
 * it. Invented people are made of them: see people.ts.
 */
export interface NamePool {
  readonly script: string;
  /** The family name is written first. */
  readonly familyFirst?: boolean;
  /** Written without a blank between the two. */
  readonly joined?: boolean;
  /** `native=latin/another latin`, separated by commas. Latin alone where the script is Latin. */
  readonly given: string;
  readonly family: string;
}

export const EUROPE: readonly NamePool[] = [
  {
    script: 'Latin, western',
    given:
      'José=Jose,François=Francois,Jürgen=Juergen/Jurgen,Søren=Soeren/Soren,Inês=Ines,Zoë=Zoe,Åke=Aake/Ake,Siân=Sian,Núria=Nuria,Raphaël=Raphael,Margarida=Margarida,Þórunn=Thorunn,Benedetta=Benedetta,Wolfgang=Wolfgang',
    family:
      'Fernández=Fernandez,Müller=Mueller/Muller,Lefèvre=Lefevre,Ångström=Angstroem/Angstrom,Gonçalves=Goncalves,Ødegård=Odegard/Oedegaard,Muñoz=Munoz,Strauß=Strauss,Brontë=Bronte,Castellani=Castellani,Vanderbeke=Van der Beke,O’Sullivan=OSullivan/O Sullivan,Sæmundsson=Saemundsson,Peixoto=Peixoto',
  },
  {
    script: 'Latin, central European',
    given:
      'Łukasz=Lukasz,Zdeněk=Zdenek,Zsófia=Zsofia,Čedomir=Cedomir,Jānis=Janis,Žydrūnas=Zydrunas,Małgorzata=Malgorzata,Ștefan=Stefan,Đorđe=Djordje/Dorde,Tõnu=Tonu,Grzegorz=Grzegorz,Bohuslav=Bohuslav,Krisztián=Krisztian,Þröstur=Throstur',
    family:
      'Wiśniewski=Wisniewski,Dvořák=Dvorak,Szabó=Szabo,Kovačević=Kovacevic,Bērziņš=Berzins,Jankauskas=Jankauskas,Żółkiewski=Zolkiewski,Munteanu=Munteanu,Đukić=Djukic/Dukic,Pärtel=Partel,Brzęczyszczyk=Brzeczyszczyk,Horváth=Horvath,Němcová=Nemcova,Šimkus=Simkus',
  },
  {
    script: 'Latin, Turkish',
    given:
      'Çağlar=Caglar,Gülşen=Gulsen/Guelsen,İbrahim=Ibrahim,Oğuzhan=Oguzhan,Şükrü=Sukru/Shukru,Işıl=Isil,Əliyar=Aliyar/Eliyar,Nurlan=Nurlan,Ümit=Umit,Rövşən=Rovshan/Rovsen,Tuğba=Tugba,Elçin=Elchin/Elcin,Yaşar=Yashar/Yasar,Mehmet=Mehmet',
    family:
      'Yılmaz=Yilmaz,Öztürk=Ozturk/Oeztuerk,Kılıçdağ=Kilicdag,Şahinoğlu=Sahinoglu,Məmmədov=Mammadov/Memmedov,Çelik=Celik,Güneş=Gunes,Hüseynov=Huseynov/Guseinov,Aydın=Aydin,Karabağ=Karabag,Doğruyol=Dogruyol,Quliyev=Guliyev/Quliyev,Koçyiğit=Kocyigit,Ünlü=Unlu',
  },
  {
    script: 'Latin, Vietnamese',
    familyFirst: true,
    given:
      'Văn Đức=Van Duc,Thị Hường=Thi Huong,Quốc Bảo=Quoc Bao,Minh Tuấn=Minh Tuan,Ngọc Ánh=Ngoc Anh,Hữu Phước=Huu Phuoc,Thùy Dương=Thuy Duong,Xuân Mạnh=Xuan Manh,Kim Ngân=Kim Ngan,Đình Khôi=Dinh Khoi,Gia Lộc=Gia Loc,Thanh Trúc=Thanh Truc,Bích Vân=Bich Van,Công Viên=Cong Vien',
    family:
      'Nguyễn=Nguyen,Trần=Tran,Phạm=Pham,Huỳnh=Huynh,Võ=Vo,Đặng=Dang,Bùi=Bui,Dương=Duong,Lý=Ly,Trịnh=Trinh,Đỗ=Do,Hồ=Ho,Quách=Quach,Mạc=Mac',
  },
  {
    script: 'Cyrillic, Russian',
    given:
      'Владимир=Vladimir/Wladimir,Юрий=Yuri/Iurii/Jurij,Сергей=Sergey/Sergei/Serguei,Екатерина=Ekaterina/Yekaterina,Алексей=Alexey/Aleksei,Михаил=Mikhail/Michail,Наталья=Natalya/Natalia,Евгений=Evgeny/Yevgeniy,Дмитрий=Dmitry/Dmitrij,Щедрин=Shchedrin,Ксения=Kseniya/Xenia,Пётр=Pyotr/Petr,Жанна=Zhanna/Janna,Арсений=Arseny/Arsenii',
    family:
      'Щербаков=Shcherbakov/Scherbakow,Жуковский=Zhukovsky/Joukovski,Хрущёв=Khrushchev/Chruschtschow,Цветаев=Tsvetaev/Zwetajew,Соловьёв=Solovyov/Soloviev,Чайковский=Tchaikovsky/Chaikovskii,Ельцов=Yeltsov/Eltsov,Кузнецов=Kuznetsov/Kusnezow,Воробьёв=Vorobyov/Vorobev,Яковлев=Yakovlev/Jakowlew,Громыко=Gromyko,Шостак=Shostak/Schostak,Фёдоров=Fyodorov/Fedorov,Медведский=Medvedsky/Medwedski',
  },
  {
    script: 'Cyrillic, others',
    given:
      'Григорій=Hryhoriy/Grygoriy,Олександр=Oleksandr/Olexandr,Ђорђе=Djordje/Dorde,Светозар=Svetozar,Нурсултан=Nursultan,Гүлнәр=Gulnar,Цэцэгмаа=Tsetsegmaa,Бат-Эрдэнэ=Bat-Erdene,Георги=Georgi,Їжакевич=Yizhakevych,Євген=Yevhen/Evgen,Љубиша=Ljubisa/Lyubisha,Рустам=Rustam,Ўткир=Utkir/Otkir',
    family:
      'Шевчук=Shevchuk/Schewtschuk,Бондаренко=Bondarenko,Вучићевић=Vucicevic/Vuchichevich,Стоянов=Stoyanov/Stoianov,Назарбеков=Nazarbekov,Ганболд=Ganbold,Кравченко=Kravchenko/Krawtschenko,Обреновић=Obrenovic,Қасымов=Kasymov/Qasymov,Лукашук=Lukashuk,Черногоров=Chernogorov,Димитров=Dimitrov,Рахмонзода=Rahmonzoda/Rakhmonzoda,Юлдашев=Yuldashev/Yoldoshev',
  },
  {
    script: 'Greek',
    given:
      'Γεώργιος=Georgios/Giorgos,Κωνσταντίνος=Konstantinos/Constantinos,Ευάγγελος=Evangelos,Χρυσούλα=Chrysoula/Chrisoula,Παναγιώτης=Panagiotis,Δημήτριος=Dimitrios/Demetrios,Αικατερίνη=Aikaterini/Ekaterini,Ιωάννης=Ioannis,Θεόδωρος=Theodoros,Βασίλειος=Vasileios/Vassilios,Σπυρίδων=Spyridon,Αθηνά=Athina,Ζήνων=Zinon,Λεωνίδας=Leonidas',
    family:
      'Παπαδόπουλος=Papadopoulos,Τσιπρόπουλος=Tsipropoulos,Μπακογιάννης=Bakogiannis/Mpakogiannis,Χατζηδάκης=Hatzidakis/Chatzidakis,Γκίκας=Gikas/Gkikas,Ντόρας=Doras/Ntoras,Αγγελόπουλος=Angelopoulos/Aggelopoulos,Οικονόμου=Oikonomou/Economou,Βενιζέλος=Venizelos,Ξενάκης=Xenakis,Ψαρράς=Psarras,Καζαντζής=Kazantzis,Φωτίου=Fotiou/Photiou,Θεοφίλου=Theofilou/Theophilou',
  },
  {
    script: 'Georgian',
    given:
      'გიორგი=Giorgi,ნინო=Nino,მიხეილ=Mikheil/Mikhail,თამარ=Tamar,ზვიად=Zviad,ქეთევან=Ketevan/Qetevan,შოთა=Shota,ლევან=Levan,ჯაბა=Jaba,ხათუნა=Khatuna,ვახტანგ=Vakhtang,ცისანა=Tsisana,ბიძინა=Bidzina,ჟუჟუნა=Zhuzhuna',
    family:
      'მაისურაძე=Maisuradze,ჩხეიძე=Chkheidze,წერეთელი=Tsereteli,ღვინაძე=Ghvinadze/Gvinadze,ჯავახიშვილი=Javakhishvili,ყიფიანი=Kipiani/Qipiani,ხარაზი=Kharazi,თოფურია=Topuria,ჭავჭავაძე=Chavchavadze,ბერიძე=Beridze,ლომიძე=Lomidze,შენგელია=Shengelia,კვარაცხელია=Kvaratskhelia,ძიძიგური=Dzidziguri',
  },
  {
    script: 'Armenian',
    given:
      'Հովհաննես=Hovhannes,Արամ=Aram,Գայանե=Gayane,Տիգրան=Tigran,Շուշանիկ=Shushanik,Վարդան=Vardan/Vartan,Նարինե=Narine,Ռուբեն=Ruben,Ծովինար=Tsovinar,Խաչատուր=Khachatur,Ջիվան=Jivan/Djivan,Լիլիթ=Lilit,Մկրտիչ=Mkrtich,Սերժիկ=Serzhik',
    family:
      'Պետրոսյան=Petrosyan/Petrossian,Խաչատրյան=Khachatryan,Հակոբյան=Hakobyan/Akopian,Սարգսյան=Sargsyan/Sarkisian,Ղազարյան=Ghazaryan/Kazarian,Գրիգորյան=Grigoryan,Ավետիսյան=Avetisyan,Մանուկյան=Manukyan/Manoukian,Զաքարյան=Zakaryan/Zaqarian,Դավթյան=Davtyan,Չախալյան=Chakhalyan,Բաղդասարյան=Baghdasaryan/Bagdasarian,Ծատուրյան=Tsaturyan,Նալբանդյան=Nalbandyan',
  },
];
