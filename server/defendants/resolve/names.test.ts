import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evidenceKinds } from '#shared/domain/person-evidence.ts'
import { maleNames } from '../../names/first-names.ts'
import { compareNames, type NameRelation } from './compare-names.ts'
import { lettersOfSpellings, namePartsOf } from './name-parts.ts'
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
  it('merges no name by itself', () => {
    for (const kind of evidenceKinds.filter(one => /region|article|rare|city$/.test(one)))
      for (const name of ['full', 'typing_given', 'initials'] as const)
        expect(scorePair(name, sure(kind)).judgement).not.toBe('merge')
  })
})
