import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evidenceKinds } from '#shared/domain/person-evidence.ts'
import { maleNames } from '../../names/first-names.ts'
import { compareNames, distance, type NameRelation } from './compare-names.ts'
import { fatherNameOf, inRussian, lettersOfSpellings, namePartsOf, phoneticForm } from './name-parts.ts'
import { type Evidence, scorePair } from './score-pair.ts'

const relation = (left: string, right: string): NameRelation | undefined => {
  const [one, other] = [namePartsOf(left), namePartsOf(right)]
  return one && other && compareNames(one, other)
}

describe('two names as courts write them (domain §1)', () => {
  it.each<[string, string, NameRelation]>([
    ['Сёмин Пётр Ильич', 'СЕМИН ПЕТР ИЛЬИЧ', 'full'],
    ['Ветрогонова Наталья Юрьевна', 'Ветрогонова Наталия Юрьевна', 'full'],
    ['Снегозвонов Денис Валерьевич', 'Снегозвонов Денис Валериевич', 'full'],
    ['Алиев Вагиф Ахмед оглы', 'Алиев Вагиф Ахмедович', 'full'],
    ['Алиева Севда Ахмед кызы', 'Алиева Севда Ахмедовна', 'full'],
    ['Пётр Ильич Ветрогонов', 'Ветрогонов Пётр Ильич', 'full'],
    ['Ветрогонов Никлай Ильич', 'Ветрогонов Николай Ильич', 'typing_given'],
    ['Ветрогонов Пётр Влдаимирович', 'Ветрогонов Пётр Владимирович', 'typing_given'],
    ['Ветрогонов Пётр Арсенович', 'Ветрогонов Пётр Арсеньевич', 'typing_given'],
    ['Ветрогонов Пётр Рамилевич', 'Ветрогонов Пётр Рамильевич', 'full'],
    ['Ветрогонова Гузель Ильинична', 'Ветрогонова Гюзель Ильинична', 'full'],
    ['Ветрогонова Аксана Ильинична', 'Ветрогонова Оксана Ильинична', 'full'],
    ['Ветрогоонов Пётр Ильич', 'Ветрогонов Пётр Ильич', 'typing_surname'],
    ['Ветрогнов Пётр Ильич', 'Ветрогонов Пётр Ильич', 'typing_surname'],
    ['Снегозвонова-Медовая Ия Ильинична', 'Медовая Ия Ильинична', 'double_surname'],
    ['Снегозвонова-Медовая Ия Ильинична', 'Медовая-Снегозвонова Ия Ильинична', 'typing_surname'],
    ['Vetrogonov Sergey', 'Ветрогонов Сергей', 'transliterated'],
    ['Vetrogonov Yuri Ilyich', 'Ветрогонов Юрий Ильич', 'transliterated'],
    ['Ветрогонов Пётр', 'Ветрогонов Пётр Ильич', 'no_father'],
    ['Ветрогонов П.И.', 'Ветрогонов Пётр Ильич', 'initials'],
    ['Ветрогонов П.И.', 'Ветрогонов П. И', 'initials'],
    ['Алиев В.А.', 'Алиев Вагиф Ахмед оглы', 'initials'],
    ['Ветрогонов П.', 'Ветрогонов Пётр Ильич', 'one_initial'],
    ['Ветрогнов П.И.', 'Ветрогонов Пётр Ильич', 'initials_typing'],
    ['Ветрогонова-Медовая Ия', 'Ветрогонова-Медовая Ия Ильинична', 'no_father'],
    ['Снегозвоновостепанов Пётр Ильич', 'Снегозвоноостепаноов Пётр Ильич', 'typing_surname'],
    ['Djamalov Djamal', 'Джамалов Джамал', 'transliterated'],
    ['Ветрогонов Хочимурод Ильич', 'Ветрогонов Хочимурад Ильич', 'typing_given'],
    ['Ветрогонов Нурбулат Ильич', 'Ветрогонов Нурболат Ильич', 'typing_given'],
    ['Витрагонов Пётр Ильич', 'Ветрогонов Пётр Ильич', 'typing_surname'],
    ['Ласев Пётр Ильич', 'Лосев Пётр Ильич', 'typing_surname'],
  ])('%s and %s: %s', (left, right, expected) => {
    expect(relation(left, right)).toBe(expected)
    expect(relation(right, left)).toBe(expected)
  })
  it.each([
    ['Ветрогонов Пётр Ильич', 'Ветрогонова Пётр Ильич'],
    ['Ветрогонов Алексей Ильич', 'Ветрогонов Александр Ильич'],
    ['Ветрогонов Пётр Ильич', 'Ветрогонов Пётр Игоревич'],
    ['Ветрогонов Пётр Иванович', 'Ветрогонова Анна Ивановна'],
    ['Ветрогонова Марина Ильинична', 'Ветрогонова Мария Ильинична'],
    // Twins and other kin share the rest of a name.
    ['Ветрогонов Ильнар Рашидович', 'Ветрогонов Ильназ Рашидович'],
    ['Ветрогонов Тагир Рашидович', 'Ветрогонов Тахир Рашидович'],
    ['Ветрогонов Пётр Рустемович', 'Ветрогонов Пётр Рустамович'],
    ['Ветрогонова Амина Рашидовна', 'Ветрогонова Амира Рашидовна'],
    ['Ветрогонов Пётр Салимович', 'Ветрогонов Пётр Халимович'],
    ['Ветрогонов Кызбек Ильич', 'Ветрогонов Кызбет Ильич'],
    ['Vetrogonova Maria', 'Ветрогонова Марина'],
    ['Ветрогонов П.И.', 'Ветрогонов П.А.'],
    ['Ветрогонов П.И.', 'Ветрогонов Антон Ильич'],
    ['Ветрогонов П.И.', 'Ветрогонова П.И.'],
    ['Ким Денис Ильич', 'Кан Денис Ильич'],
    ['Снегозвонов-Медов И.И.', 'Медов И.И.'],
    ['Снегозвонов-Медов Пётр Ильич', 'Ветрогонов Пётр Ильич'],
    ['Снегозвонова-Медовая Ия', 'Медовая Ия Ильинична'],
    ['Снегозвонова-Медовая Ия', 'Медовая Ия'],
    ['Снегозвонова-Медовая Наталья Ильинична', 'Медовая Натлья Ильинична'],
    ['Ветрогнов Никлай Ильич', 'Ветрогонов Николай Ильич'],
    ['Ветрогнов Пётр', 'Ветрогонов Пётр Ильич'],
    ['Ветрогнов П.', 'Ветрогонов Пётр Ильич'],
    ['Vetrogonov P.I.', 'Ветрогонов Пётр Ильич'],
    ['Vetrogonov-Medov Sergey', 'Медов Сергей'],
    ['Ветров Пётр Ильич', 'Ветвов Пётр Игоревич'],
    ['Снегозвонов Пётр Ильич', 'Сниговзвоноф Пётр Ильич'],
    ['Гром Пётр Ильич', 'Гном Пётр Ильич'],
    ['Ким Саша Ильич', 'Ким Саша Ильинична'],
    ['Снегозвонова-Медовая Ия Ильинична', 'Медовая-Рябинова Ия Ильинична'],
    ['Снегозвонова-Медовая Ия Ильинична', 'Рябинова-Снегозвонова Ия Ильинична'],
    ['Ветрогонов Пётр Арсеньевич', 'Ветрогонов Пётр Иванович'],
    ['Ветрогонов Нурбула Ильич', 'Ветрогонов Нурбулат Ильич'],
    ['Серотенин Пётр Ильич', 'Сиротинин Пётр Ильич'],
    ['Лось Пётр Ильич', 'Лоськ Пётр Ильич'],
    ['Шульца Саша', 'Шульц Саша'],
    ['Шульц Саша', 'Шульца Саша'],
  ])('%s and %s are two people', (left, right) => expect(relation(left, right)).toBe('different'))
  it.each([
    'Информация скрыта',
    'ФИО1',
    'ООО «Ромашка»',
    'Муса',
    'Иван Иванович',
    'Роман Аркадьевич Абрамович',
    'И.И.',
  ])('%s tells no surname, and is compared with nobody', name => expect(namePartsOf(name)).toBeUndefined())
})

describe('a name in parts', () => {
  const told = (name: string): string => {
    const { surname, given, father, isSoftFather, letters, isLatin } = namePartsOf(name) ?? {
      surname: ['-'],
      letters: '',
    }
    const softness = isSoftFather === undefined ? '' : isSoftFather ? ' soft' : ' hard'
    return `${surname.join('+')}, ${given ?? '-'}, ${father ?? '-'}${softness}, ${letters}${isLatin ? ', latin' : ''}`
  }
  it.each([
    ['Сёмин Пётр Ильич', 'семин, петр, ил, пи'],
    ['Снегозвонова-Медовая Ия Ильинична', 'снегозвонова+медовая, ия, ил, ии'],
    ['Пётр Ильич Ветрогонов', 'ветрогонов, петр, ил, пи'],
    ['Кузьмич Пётр Ильич', 'кузьмич, петр, ил, пи'],
    ['Алиев Вагиф Ахмед оглы', 'алиев, вагиф, ахмед, ва'],
    ['Нгуен Ван Ань', 'нгуен, ван ань, -, в'],
    ['Ветрогонов Пётр', 'ветрогонов, петр, -, п'],
    ['П.И. Ветрогонов', 'ветрогонов, -, -, пи'],
    ['Ветрогонов П.', 'ветрогонов, -, -, п'],
    ['Ветрогонов П.И.К.', 'ветрогонов, -, -, пи'],
    ['фон Ветрогонов Карл Ильич', 'фон ветрогонов, карл, ил, ки'],
    ['фон Ветрогонов К.И.', 'фон ветрогонов, -, -, ки'],
    ['О’Ветрогонов Шон Ильич', 'оветрогонов, шон, ил, ши'],
    ['Vetrogonov Sergey Ilyich', 'ветрогонов, сергеи, ил, си, latin'],
    ['Ветрогонов Пётр Арсеньевич', 'ветрогонов, петр, арсен soft, па'],
    ['Ветрогонов Пётр Арсенович', 'ветрогонов, петр, арсен hard, па'],
    ['Ветрогонов Пётр Рамильевич', 'ветрогонов, петр, рамил, пр'],
    ['Ветрогонова Наталия Мохаммадовна', 'ветрогонова, наталья, мухаммад hard, нм'],
    // What may be read in two ways, or has more or fewer words than a name.
    ['Пётр Кузьмич Ильич', '-, -, -, '],
    ['Муса Ахмед оглы', '-, -, -, '],
    ['Ветрогонов Пётр Ильич Сидорович', '-, -, -, '],
  ])('%s: %s', (name, parts) => expect(told(name)).toBe(parts))
  it.each([
    ['ахмедович', 'ахмед'],
    ['ахмедовна', 'ахмед'],
    ['ахмед', 'ахмед'],
    ['ильинична', 'ил'],
    ['лукич', 'лук'],
    ['никитична', 'никит'],
    ['сергеевна', 'серг'],
    ['мусаевич', 'мус'],
    ['арсеньевич', 'арсен'],
  ])('%s is a child of %s', (word, father) => expect(fatherNameOf(word)).toBe(father))
  it.each([
    ['shchukin', 'щукин'],
    ['schukin', 'щукин'],
    ['zhanna', 'жанна'],
    ['khasan', 'хасан'],
    ['tsoi', 'цои'],
    ['tzoi', 'цои'],
    ['yuri iuri juri', 'юри юри юри'],
    ['yana iana jana', 'яна яна яна'],
    ['yevgeny jelena', 'евгени елена'],
    ['djamal dzhamal', 'джамал джамал'],
    ['alex', 'алекс'],
    ['chingiz shamil', 'чингиз шамил'],
    ['abcdefghijklmnopqrstuvwyz', 'абкдефгхижклмнопкрстуввиз'],
  ])('%s is %s in Russian letters', (latin, russian) => expect(inRussian(latin)).toBe(russian))
  it.each([
    ['объельв', 'обелв'],
    ['йыи', 'и'],
    ['эюя', 'еуа'],
    ['аннна', 'ана'],
  ])('%s sounds like %s', (word, sound) => expect(phoneticForm(word)).toBe(sound))
})

it.each<[string, string, number]>([
  ['', '', 0],
  ['', 'аб', 2],
  ['а', 'абвг', 3],
  ['абв', 'абв', 0],
  ['абв', 'абг', 1],
  ['абв', 'аб', 1],
  ['аб', 'ба', 1],
  ['вгаб', 'вгба', 1],
  ['ва', 'абв', 3],
  ['кот', 'скоты', 2],
  ['абвг', 'бавг', 1],
  ['абвг', 'багв', 2],
  ['абвгде', 'багвед', 3],
  ['абвгде', 'жзийкл', 3],
  ['аав', 'ваа', 2],
])('«%s» and «%s» are %i slips apart, of which three are too many', (left, right, slips) => {
  expect(distance(left, right)).toBe(slips)
  expect(distance(right, left)).toBe(slips)
})

it.each([
  ['хусейн', 'гх'],
  ['иван', 'и'],
  ['ван ань', 'в'],
])('a given name «%s» begins with %s in its spellings', (word, letters) =>
  expect(lettersOfSpellings(word).toSorted().join('')).toBe(letters),
)

describe('laws of comparing', () => {
  const name = fc
    .tuple(
      fc.constantFrom('Ветрогонов', 'Ёлкин', 'Мурзин-Неустроев', 'Гончаренко'),
      fc.constantFrom(...maleNames),
      fc.constantFrom('Ильич', 'Сергеевич', 'Ахмедович', 'Муса оглы', 'Иванович'),
    )
    .map(parts => parts.map(part => part.charAt(0).toUpperCase() + part.slice(1)).join(' '))
  it('says the same of a pair from either side, and knows everybody again', () =>
    fc.assert(
      fc.property(name, name, (left, right) => {
        expect(relation(left, right)).toBe(relation(right, left))
        expect(relation(left, left)).toBe('full')
      }),
    ))
  it('reads any text', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void namePartsOf(text))))
})

describe('how sure it is', () => {
  const sure = (...kinds: (keyof Evidence)[]): Evidence => Object.fromEntries(kinds.map(kind => [kind, true]))
  it.each<[NameRelation, Evidence, string]>([
    // A surname and initials alone are nobody's identity, however rare.
    ['initials', sure('same_region', 'same_article', 'rare_name'), 'leave'],
    ['initials', sure('same_uid', 'same_region', 'common_name', 'namesakes'), 'ask'],
    ['initials', sure('same_uid', 'same_region'), 'merge'],
    ['initials', sure('same_protocol', 'same_region', 'same_article'), 'merge'],
    ['initials', sure('near_in_court', 'same_region', 'rare_name'), 'merge'],
    ['initials', sure('near_in_court', 'same_region'), 'ask'],
    ['initials', sure('near_in_court', 'same_region', 'common_name'), 'leave'],
    ['initials', sure('appeal_follows', 'same_region', 'rare_name'), 'merge'],
    ['typing_given', sure('same_region', 'rare_name'), 'ask'],
    ['typing_given', sure('near_in_court', 'same_region'), 'merge'],
    ['typing_given', sure('same_court', 'same_region', 'same_article', 'rare_name'), 'merge'],
    ['typing_surname', sure('same_court', 'same_region', 'same_article', 'rare_name'), 'ask'],
    ['typing_surname', sure('same_region'), 'leave'],
    // Neither a region nor a city is identity: how many bear the name decides (decision 0060).
    ['full', sure('same_region', 'same_city', 'rare_full_name'), 'merge'],
    ['full', sure('same_region', 'rare_full_name'), 'merge'],
    ['full', sure('same_region', 'other_city', 'rare_full_name'), 'ask'],
    ['full', sure('same_region', 'other_city', 'same_article', 'rare_full_name'), 'merge'],
    ['full', sure('same_region', 'same_article', 'rare_full_name', 'long_apart', 'other_city'), 'ask'],
    ['full', sure('same_region', 'same_city', 'same_article'), 'ask'],
    ['full', sure('same_region', 'near_in_city'), 'merge'],
    ['full', sure('same_region', 'near_in_city', 'common_full_name'), 'ask'],
    ['full', sure('same_region', 'appeal_follows'), 'merge'],
    ['full', sure('same_region', 'appeal_follows', 'appeal_of_several'), 'ask'],
    ['full', sure('same_region', 'appeal_follows', 'common_full_name'), 'ask'],
    ['full', sure('same_region', 'linked', 'common_full_name'), 'merge'],
    // Whoever looks at one of them is told of the other.
    ['full', sure('same_region', 'other_city', 'common_full_name', 'long_apart'), 'ask'],
    ['full', sure('other_region', 'rare_full_name', 'same_article'), 'ask'],
    ['full', sure('other_region'), 'ask'],
    ['full', sure('other_region', 'common_full_name', 'same_article'), 'leave'],
    ['full', sure('other_region', 'linked'), 'merge'],
    // As ingest does, unless somebody has told two apart there.
    ['full', sure('same_court', 'same_region', 'common_full_name'), 'merge'],
    ['full', sure('same_court', 'same_region', 'namesakes'), 'ask'],
    ['full', sure('same_uid', 'same_region', 'together'), 'leave'],
    // Two surnames that both exist are no slip of the pen.
    ['typing_surname', sure('near_in_court', 'same_region', 'rare_name', 'two_surnames'), 'leave'],
    ['typing_surname', sure('near_in_court', 'same_region', 'rare_name'), 'merge'],
    ['typing_surname', sure('same_uid', 'same_region', 'near_in_court', 'rare_name', 'two_surnames'), 'ask'],
    ['initials_typing', sure('near_in_court', 'same_region', 'rare_name', 'two_surnames'), 'leave'],
    ['different', sure('same_uid', 'linked', 'same_protocol', 'same_region'), 'leave'],
  ])('%s, %j: %s', (name, evidence, judgement) => expect(scorePair(name, evidence).judgement).toBe(judgement))
  it.each<[NameRelation, number]>([
    ['full', 3.5],
    ['typing_given', 2.5],
    ['typing_surname', 1.5],
    ['double_surname', 2.5],
    ['transliterated', 2],
    ['no_father', 1.5],
    ['initials', 1],
    ['one_initial', 0],
    ['initials_typing', 0],
    ['different', 0],
  ])('a name that is %s has %f points, and those of its evidence besides', (name, points) => {
    expect(scorePair(name, {})).toMatchObject({ score: points, evidence: [] })
    const { score, evidence } = scorePair(name, sure('same_city', 'other_region'))
    expect(score).toBe(name === 'different' ? 0 : points - 0.5)
    expect(evidence.toSorted()).toEqual(['other_region', 'same_city'])
  })
  it('merges no name by itself', () => {
    for (const kind of evidenceKinds.filter(one => /region|article|rare|city$/.test(one)))
      for (const name of ['full', 'typing_given', 'initials'] as const)
        expect(scorePair(name, sure(kind)).judgement).not.toBe('merge')
  })
})
