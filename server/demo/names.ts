import type { Gender } from '#shared/domain/outcomes.ts'
import type { Rng } from './random.ts'

/** Invented people: common given names and invented surnames, declined as decisions need; and companies. */
export type Grammar = 'nom' | 'gen' | 'dat' | 'acc' | 'ins'
export type Persona = {
  kind: 'person' | 'company'
  gender: Gender
  name: string
  short(grammar: Grammar): string
  initials: string
  known?: number
}

const inWords = (list: string): string[] => list.split(' ')
const roots = inWords(
  'Ветро Хлебо Тихо Звездо Снего Дожде Луго Пыле Дымо Листо Траво Песко Камне Книго Сено Медо Корне Птице Рыбо Соле Тепло Морозо Туче Радуго Вечеро Росо Мхо Ягодо Грибо Гвозде Песне Стихо Зерно Овсо Льно Шубо Сапого Крупо Лодко Мосто Часо Ключе Верено Кружко Свече Пуго Сказо Громо Долго Сиро',
)
const plain = inWords(
  'гонов варов полётов бродов ходов плётов цветов звонов листов глядов мостов садов ветров озёров слухов дубов скоков дружев брегов верстов кладов рядов роев родов водов пряхин мудрин гостин тучин холмин ладьин крошин',
)
const adjectival = 'горск реченск долинск озерск градск лужск ярск дольск'.split(' ')
const unbending = 'носенко мудренко звоненко дубенко летенко грайко'.split(' ')

type Bending = 'plain' | 'adjectival' | 'unbending'
type Surname = { stem: string; bending: Bending }
const surname = (rng: Rng): Surname => {
  const root = rng.pick(roots)
  const kind = rng.next()
  if (kind < 0.74) return { stem: root + rng.pick(plain), bending: 'plain' }
  return kind < 0.88
    ? { stem: root + rng.pick(adjectival), bending: 'adjectival' }
    : { stem: root + rng.pick(unbending), bending: 'unbending' }
}

const endingsOf = (words: string): Record<Grammar, string> => {
  const [nom = '', gen = '', dat = '', acc = '', ins = ''] = words.split(' ')
  return { nom, gen, dat, acc, ins }
}
const unchanged = endingsOf('')
const endings: Record<Bending, Record<'m' | 'f', Record<Grammar, string>>> = {
  plain: { m: endingsOf(' а у а ым'), f: endingsOf('а ой ой у ой') },
  adjectival: { m: endingsOf('ий ого ому ого им'), f: endingsOf('ая ой ой ую ой') },
  unbending: { m: unchanged, f: unchanged },
}

const men = inWords(
  'Александр Алексей Анатолий Андрей Антон Артём Борис Вадим Валерий Василий Виктор Виталий Владимир Владислав Вячеслав Геннадий Георгий Глеб Григорий Даниил Денис Дмитрий Евгений Егор Иван Игорь Илья Кирилл Константин Леонид Максим Михаил Никита Николай Олег Павел Пётр Роман Руслан Семён Сергей Станислав Степан Тимофей Фёдор Юрий Ярослав Марат Ринат Тимур',
)
const women = inWords(
  'Александра Алина Алла Анастасия Анна Антонина Валентина Валерия Варвара Вера Вероника Виктория Галина Дарья Диана Евгения Екатерина Елена Елизавета Жанна Зинаида Инна Ирина Кристина Ксения Лариса Лидия Любовь Людмила Маргарита Марина Мария Надежда Наталья Нина Оксана Ольга Полина Раиса Светлана София Таисия Тамара Татьяна Ульяна Юлия Яна Гульнара Лилия Эльвира',
)
const patronymics = inWords(
  'Александров Алексеев Анатольев Андреев Антонов Артёмов Борисов Вадимов Валерьев Васильев Викторов Витальев Владимиров Геннадьев Георгиев Григорьев Дмитриев Евгеньев Иванов Игорев Константинов Леонидов Максимов Михайлов Николаев Олегов Павлов Петров Романов Сергеев Станиславов Фёдоров Юрьев Маратов Ринатов',
)
const southernMen = 'Эльдар Вугар Рашид Тофик Анар Ильгар Самир Фарид'.split(' ')
const southernWomen = 'Лейла Гюльнара Севда Айгюн Нигяр Фарида'.split(' ')

export function person(rng: Rng, shareOfMen = 0.74): Persona {
  const gender = rng.chance(shareOfMen) ? 'm' : 'f'
  const parts = [surname(rng)]
  if (rng.chance(0.012)) parts.push(surname(rng))
  const southern = rng.chance(0.015)
  const given = rng.pick(southern ? (gender === 'm' ? southernMen : southernWomen) : gender === 'm' ? men : women)
  const patronymic = southern
    ? `${rng.pick(southernMen)} ${gender === 'm' ? 'оглы' : 'кызы'}`
    : rng.pick(patronymics) + (gender === 'm' ? 'ич' : 'на')
  const surnameIn = (grammar: Grammar): string =>
    parts.map(({ stem, bending }) => stem + endings[bending][gender][grammar]).join('-')
  const letters = `${given.charAt(0)}.${patronymic.charAt(0)}.`
  return {
    kind: 'person',
    gender,
    name: `${surnameIn('nom')} ${given} ${patronymic}`,
    short: grammar => `${surnameIn(grammar)} ${letters}`,
    initials: `${surnameIn('nom').charAt(0)}.${letters}`,
  }
}

const forms = ['ООО', 'ООО', 'ООО', 'АО', 'МУП', 'ПАО']
const trades =
  'Хлебный двор|Ветер перемен|Тёплый берег|Северный мост|Белое озеро|Светлый путь|Медовый край|Дорожник Плюс|Росинка|Ключевая вода|Зелёный бор|Каменная арка|Льняная мануфактура|Утренняя заря|Сказочный парк|Рыбная пристань|Чайный дом|Громовой перевал'.split(
    '|',
  )
export function company(rng: Rng): Persona {
  const name = `${rng.pick(forms)} «${rng.pick(trades)}${rng.chance(0.5) ? `-${rng.int(2, 99)}` : ''}»`
  return { kind: 'company', gender: 'na', name, short: () => name, initials: name }
}

/** The name as a site writes it: mostly in full, sometimes shortened or hidden (domain «Cases, numbers, instances»). */
export function asWritten({ kind, name, short, initials }: Persona, rng: Rng): string {
  if (kind === 'company') return name
  const way = rng.next()
  if (way < 0.78) return name
  if (way < 0.86) return short('nom')
  if (way < 0.93) return 'Информация скрыта'
  if (way < 0.95) return initials
  if (way < 0.97) return name.toUpperCase()
  if (way < 0.985) return 'ФИО1'
  return rng.pick(['<данные изъяты>', '***', 'ФИО2', 'Не указано'])
}
