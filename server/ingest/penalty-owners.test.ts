import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPersonName } from '../names/person-name.ts'
import { accusedList, accusedOrdinal, penaltyOwners } from './penalty-owners.ts'

const person = (name: string) => {
  const read = readPersonName(name)
  return { name: read.name, gender: read.gender, hidden: read.kind === 'hidden' }
}
const people = (...names: string[]) => names.map(person)

describe('a name in any case of grammar tells one of the accused, or nobody (decision 0068)', () => {
  it.each<[string, string[], number | null]>([
    ['Багранова Иннокентия Львовича', ['Пташникова Тамара Сергеевна', 'Багранов Иннокентий Львович'], 1],
    ['Багранову И.Л.', ['Пташникова Т.С.', 'Багранов Иннокентий Львович'], 1],
    ['Пташниковой Т.С.', ['Пташникова Т.С.', 'Багранов И.Л.'], 0],
    ['Пташникову Тамару Сергеевну', ['Пташникова Т.С.', 'Багранов И.Л.'], 0],
    ['И. Л. Баграновым', ['Багранов Иннокентий Львович', 'Сиротинин Павел Ильич'], 0],
    ['Сиротинина Павла Ильича', ['Багранов Иннокентий Львович', 'Сиротинин Павел Ильич'], 1],
    ['Белозерского Льва Петровича', ['Белозерский Лев Пётрович', 'Сиротинин Павел Ильич'], 0],
    ['Кравцу О.О.', ['Кравец Олег Олегович', 'Сиротинин Павел Ильич'], 0],
    ['Римскому-Заречному Г. А.', ['Римский-Заречный Глеб Артёмович', 'Сиротинин П.И.'], 0],
    ['Шевченко А.А.', ['Шевченко Анна Андреевна', 'Сиротинин П.И.'], 0],
    ['Ким О.В.', ['Ким Ольга Викторовна', 'Сиротинин П.И.'], 0],
    ['Огородникова', ['Огородников И.И.', 'Сиротинин П.И.'], 0],
    // Husband and wife: one form is of both, another is of one.
    ['Крутоярову И.И.', ['Крутояров И.И.', 'Крутоярова И.И.'], null],
    ['Крутояровым И.И.', ['Крутояров И.И.', 'Крутоярова И.И.'], 0],
    ['Крутояровой И.И.', ['Крутояров И.И.', 'Крутоярова И.И.'], 1],
    ['Крутоярову И.И.', ['Крутояров Иван Ильич', 'Крутояров Игорь Игоревич'], null],
    ['Крутоярову Игорю Игоревичу', ['Крутояров Иван Ильич', 'Крутояров Игорь Игоревич'], 1],
    ['Крутоярову П.П.', ['Крутояров И.И.', 'Сиротинин П.И.'], null],
    ['Прозорову И.И.', ['Крутояров И.И.', 'Сиротинин П.И.'], null],
    ['Крутоярову', ['Крутояров И.И.', 'Информация скрыта'], null],
    ['Крутоярову И.И.', ['Крутояров И.И.', 'Информация скрыта'], 0],
    ['ФИО1', ['ФИО1', 'ФИО2'], null],
    // One person, once for each article.
    ['Багранову И.Л.', ['Багранов Иннокентий Львович', 'Багранов Иннокентий Львович'], 0],
  ])('«%s» of %j', (name, accused, ordinal) => expect(accusedOrdinal(name, people(...accused))).toBe(ordinal))

  it('never of somebody with another surname or other initials', () =>
    fc.assert(
      fc.property(fc.constantFrom('А', 'Б', 'В'), fc.constantFrom('А', 'Б', 'В'), (first, second) => {
        const found = accusedOrdinal(`Багранову ${first}.${second}.`, people('Багранов А.Б.', 'Прозоров В.В.'))
        expect(found).toBe(first === 'А' && second === 'Б' ? 0 : null)
      }),
    ))
})

describe('all who may be accused are listed', () => {
  const other = (name: string, role = 'unknown', articles: string | null = 'not_told') => ({ name, role, articles })
  it.each<[string, ReturnType<typeof other>, string, boolean]>([
    [
      'unless somebody stands beside them accusedOrdinal role is not told',
      other('Прозоров П.П.'),
      'Багранов И.Л.',
      false,
    ],
    ['but for one who has no article', other('Прозоров П.П.', 'unknown', 'none'), 'Багранов И.Л.', true],
    ['but for who takes part', other('Прозоров П.П.', 'advocate', null), 'Багранов И.Л.', true],
    ['but for one who stands there twice', other('Багранов И.Л.'), 'Багранов И.Л.', true],
    ['unless both are hidden', other('Информация скрыта'), 'Информация скрыта', false],
  ])('%s', (_, beside, name, isAll) => expect(accusedList(people(name), [beside]).isAll).toBe(isAll))
})

describe('penalties of one text are of the only accused', () => {
  const other = 'other'
  // biome-ignore format: a table reads best as one
  it.each<[string, (string | null)[], string[], boolean, (number | null | 'other')[], (string | null)[]?]>([
    ['named or not', ['Багранову И.Л.', null], ['Багранов И.Л.'], true, [0, 0]],
    ['under a name that is hidden', ['ФИО1', 'ФИО1'], ['Багранов И.Л.'], true, [0, 0]],
    ['who is hidden as well', ['ФИО1'], ['Информация скрыта'], true, [0]],
    ['but for two who are hidden', ['ФИО1', 'ФИО2'], ['Багранов И.Л.'], true, [null, null]],
    ['but for one who is hidden beside him', ['Багранову И.Л.', 'ФИО2'], ['Багранов И.Л.'], true, [0, null]],
    ['but for somebody else', ['Прозорову П.П.', null], ['Багранов И.Л.'], true, [other, null]],
    ['but for one of two who are hidden', ['ФИО2'], ['Багранов И.Л.'], true, [null], ['ФИО1', 'ФИО2']],
    ['but for two of whom one got nothing', ['ФИО2', null], ['Багранов И.Л.'], true, [null, null], ['Багранова И.Л.', 'ФИО2']],
    ['in every case of grammar', ['Багранову И.Л.', null], ['Багранов И.Л.'], true, [0, 0], ['Багранова И.Л.', null]],
    ['beside a stranger who got nothing', [null, 'Багранову И.Л.'], ['Багранов И.Л.'], true, [null, 0], ['Прозорова П.П.']],
    ['whose letters are left', ['И.Л.', null], ['Багранов Иннокентий Львович'], true, [0, 0]],
    ['whose surname is shortened', ['Б-ву И.Л.'], ['Багранов Иннокентий Львович'], true, [0]],
    ['but for other letters', ['О.И.', null], ['Багранов И.Л.'], true, [null, null]],
    ['but for another shortened surname', ['К-ву И.Л.'], ['Багранов И.Л.'], true, [null]],
    ['but for one accusedOrdinal name is written a little otherwise', ['Баграмову И.Л.'], ['Багранов И.Л.'], true, [null]],
    ['of a stranger beside one who is hidden: not told', ['Прозорову П.П.'], ['Информация скрыта'], true, [null]],
    ['of a stranger beside a firm: not told', ['Прозорову П.П.'], ['ООО «Заречье»'], true, [null]],
    ['unless somebody else may be accused', [null], ['Багранов И.Л.'], false, [null]],
    ['not of one of two', [null, 'Прозоровым П.П.'], ['Багранов И.Л.', 'Прозоров П.П.'], true, [null, 1]],
    ['of nobody where nobody is named', [null], [], true, [null]],
  ])('%s', (_, names, accused, isAll, owners, told) =>
    expect(
      penaltyOwners(names, { people: people(...accused), isAll }, told).map(one =>
        one.of_other ? other : one.defendant_ordinal,
      ),
    ).toEqual(owners),
  )
})
