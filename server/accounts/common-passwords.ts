/**
 * Words common in Russian passwords, in lower case. The estimator's own list is international, and the spelling
 * dictionary has neither short names nor frequencies. Russian words also match their transliterations
 * (password-rules.ts).
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passw0rd passwd pass parol welcome hello letmein login logmein admin administrator root user username guest
  test tester testing demo default changeme changeit secret topsecret private master mastermind superuser superman batman
  spiderman ironman pokemon pikachu dragon monkey tiger lion eagle wolf panther cheetah dolphin shadow ghost phantom
  princess prince queen king angel devil sunshine rainbow flower butterfly summer winter spring autumn monday friday
  january february march april june july august september october november december football soccer hockey baseball
  basketball volleyball tennis chelsea arsenal liverpool barcelona juventus spartak zenit dinamo lokomotiv michael
  jennifer jessica michelle charlie daniel andrew matthew joshua robert thomas jordan ashley amanda nicole hannah
  anthony william george richard alexander alexandra alexey andrey anton artem boris denis dmitry evgeny igor ivan
  kirill maxim mikhail nikita nikolay oleg pavel roman ruslan sergey stanislav valentin vadim victor vitaly vladimir
  yaroslav yuri anastasia anna daria ekaterina elena galina irina ksenia larisa ludmila maria marina natalia natasha
  nadezhda oksana olga polina svetlana tatiana valentina valeria victoria yulia sasha masha dasha katya lena vova dima
  iloveyou loveyou ilovegod lovely loveme love babygirl sweetheart sweety honey darling jesus christ heaven forever
  freedom liberty victory money business computer internet windows microsoft google facebook instagram telegram whatsapp
  yandex vkontakte android iphone samsung nokia network server database oracle postgres mysql cisco manager office
  company service support security hunter killer ranger warrior soldier sniper gangster mustang ferrari porsche mercedes
  toyota honda subaru nissan yamaha harley corvette camaro cookie chocolate cheese coffee pepper ginger orange banana
  apple cherry peach lemon silver golden diamond crystal platinum starwars matrix naruto minecraft counterstrike fortnite
  warcraft gandalf merlin wizard maverick cowboy trustno1 whatever nothing something blink buster snoopy scooter hammer
  purple yellow black white green blue qwerty qwert qwertyuiop qwertyui asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn
  zxcvbnm qazwsx qazwsxedc wsxedc 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 qweasd qweasdzxc
  zaqwsx zaq12wsx abc abcd abcde abcdef abcdefg aaa zzz xxx russia moscow sudmonitor court justice lawyer advocate
  пароль пароли мойпароль новыйпароль секрет секретно тайна вход входи войти админ администратор админка пользователь
  юзер гость тест тестовый проверка демо начальник привет здравствуй добро пожаловать добропожаловать любовь любимая
  любимый люблю яталюблю ятебялюблю солнце солнышко зайка зайчик котик кошка котенок собака собачка медведь медвежонок
  тигр лев орел волк дракон черепаха малыш малышка девочка мальчик принцесса принц король королева ангел ангелок дьявол
  мама мамочка папа папочка бабушка дедушка сестра братик семья счастье удача надежда вера радость мечта звезда звездочка
  весна лето осень зима январь февраль март апрель июнь июль август сентябрь октябрь ноябрь декабрь понедельник вторник
  среда четверг пятница суббота воскресенье москва россия петербург питер ленинград новосибирск екатеринбург казань
  самара ростов волгоград сочи крым сибирь родина отечество победа свобода спартак зенит динамо локомотив цска футбол
  хоккей александр александра саша алексей леша андрей антон артем борис вадим валентин валерий василий виктор виталий
  владимир вова владислав денис дмитрий дима евгений женя иван ваня игорь кирилл константин леонид максим михаил миша
  никита николай коля олег павел паша роман рома руслан сергей сережа станислав степан юрий ярослав алена алина анастасия
  настя анна аня валентина валерия вероника виктория вика галина дарья даша екатерина катя елена лена ирина ира карина
  кристина ксения лариса людмила люда марина мария маша надя наталья наташа оксана ольга оля полина светлана света
  софия татьяна таня юлия юля компьютер интернет яндекс телефон работа офис деньги бизнес директор менеджер бухгалтер
  суд судья судмонитор адвокат юрист закон правосудие йцукен йцуке йцукенг йцукенгшщз фыва фывап фывапр фывапролдж ячсми
  ячсмить йфячыц йцуфыв йцуфывячс блин хрен черт жопа
  человек время жизнь дело рука друг глаз голова земля вода конец город дорога машина вечер утро ночь свет война книга
  школа язык слово песня музыка сердце душа улица окно дверь стол деревня река море озеро океан гора лес поле небо звезда
  луна облако дождь снег ветер огонь камень золото серебро железо хлеб соль сахар молоко чай кофе водка пиво вино борщ
  пельмени картошка капуста яблоко груша вишня малина клубника береза дуб сосна елка роза ромашка цветок трава птица ворона
  воробей голубь сокол рыба щука карась корова коза лошадь конь свинья курица петух заяц лиса белка ежик мышь крыса слон
  обезьяна жираф крокодил бегемот пингвин дельфин акула змея паук муравей пчела комар лодка корабль самолет поезд трамвай
  автобус велосипед мотоцикл дом квартира дача огород кухня комната кровать подушка зеркало телевизор холодильник студент
  учитель врач доктор инженер солдат офицер генерал полковник капитан матрос танкист летчик космос ракета спутник гагарин
  пушкин толстой чехов достоевский есенин маяковский высоцкий чебурашка буратино незнайка колобок снегурочка баба дед внук
  муж жена сын дочь брат подруга невеста жених свадьба праздник подарок новыйгод рождество красный синий зеленый белый
  черный желтый большой маленький новый старый хороший плохой добрый злой умный красивый сильный русский советский ссср
  ленин сталин путин кремль урал волга байкал кавказ украина казань уфа омск томск пермь тула тверь рязань курск воронеж
  `
    .split(/\s+/)
    .filter(word => word !== ''),
)
