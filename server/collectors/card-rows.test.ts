import { expect, it } from 'vitest'
import { roleOfRow, rowsIn } from './card-rows.ts'
import type { CardSection } from './collector.ts'

/**
 * Which tables of a card are of events or people, what each cell of a row is, and whom a row calls accused. A cell is
 * written «meaning=words», a person of no table «role: name».
 */
type Tab = readonly [title: string, ...parts: (readonly string[])[]]
/** A part of a tab is a label and its value («=», label, value), or a row of its one table, the first its columns. */
const section = ([title, ...parts]: Tab): CardSection => {
  const [columns, ...rows] = parts.filter(([mark]) => mark !== '=').map(part => [...part])
  return {
    title,
    fields: parts.filter(([mark]) => mark === '=').map(([, label = '', value = '']) => ({ label, value })),
    tables: columns === undefined ? [] : [{ title, columns: columns.filter(Boolean), rows }],
  }
}
const read = (wanted: 'events' | 'people', tabs: readonly Tab[]): { rows: string[]; notes: string[] } => {
  const notes: string[] = []
  const rows = rowsIn({ number: '5-1/2026', acts: [], sections: tabs.map(section) }, wanted, (what, where, text) =>
    notes.push(`${what}: ${where}: ${text}`),
  )
  const shown = rows.map(one => {
    const cells = Object.entries(one.row).map(([meaning, words]) => `${meaning}=${words}`)
    return (wanted === 'people' ? [roleOfRow(one) ?? 'nobody', ...cells] : cells).join(', ')
  })
  return { rows: shown, notes }
}

const name = 'Ветрогонов Пётр Ильич'
const head = ['Наименование события', 'Дата'] as const
const moved = ['Судебное заседание', '12.02.2026'] as const
// biome-ignore format: a table reads best as one
it.each<[what: string, tabs: readonly Tab[], rows: readonly string[], notes?: readonly string[]]>([
  ['the tab of events', [['ДВИЖЕНИЕ ДЕЛА', head, moved]], ['type=Судебное заседание, date=12.02.2026']],
  ['an unknown tab with events', [['ПРОЧЕЕ', head, moved]], ['type=Судебное заседание, date=12.02.2026']],
  ['the tab of the case with events', [['ДЕЛО', head, moved]], ['type=Судебное заседание, date=12.02.2026']],
  ['the tab of complaints, whose events are others', [['ОБЖАЛОВАНИЕ', head, moved]], []],
  ['a table with events but no days', [['ПРОЧЕЕ', ['Событие'], ['Заседание']]], [], ['unknown_column: ПРОЧЕЕ: Событие: Заседание']],
  ['a table with days alone', [['ПРОЧЕЕ', ['Дата', 'Что'], ['', ''], ['12.02.2026', '']]], [], ['unknown_column: ПРОЧЕЕ: Дата: 12.02.2026']],
  ['a table without columns', [['ПРОЧЕЕ', [''], ['12.02.2026', '', 'заседание']]], [], ['unknown_column: ПРОЧЕЕ: 12.02.2026; заседание']],
  ['a table without columns and rows', [['ПРОЧЕЕ', ['']]], []],
  ['a column nobody knows', [['ДВИЖЕНИЕ ДЕЛА', [...head, 'Погода'], [...moved, ''], [...moved, 'дождь']]], ['type=Судебное заседание, date=12.02.2026', 'type=Судебное заседание, date=12.02.2026'], ['unknown_column: ДВИЖЕНИЕ ДЕЛА: Погода: дождь']],
  ['an empty column nobody knows', [['ДВИЖЕНИЕ ДЕЛА', [...head, 'Погода'], [...moved, '']]], ['type=Судебное заседание, date=12.02.2026']],
  ['a cell beyond the columns', [['ДВИЖЕНИЕ ДЕЛА', head, [...moved, 'зал 5', '—']]], ['type=Судебное заседание, date=12.02.2026'], ['unknown_column: ДВИЖЕНИЕ ДЕЛА: зал 5']],
  ['a day of publishing, and dashes', [['ДВИЖЕНИЕ ДЕЛА', [...head, 'Дата размещения', 'Зал'], [...moved, '13.02.2026', '–']]], ['type=Судебное заседание, date=12.02.2026']],
  ['a result that tells nothing', [['ДВИЖЕНИЕ ДЕЛА', [...head, 'Результат события', 'Примечание'], [...moved, 'нет данных', 'нет данных']]], ['type=Судебное заседание, date=12.02.2026, note=нет данных']],
  ['a known column beside one that is like it', [['ДВИЖЕНИЕ ДЕЛА', [...head, 'Дата события и прочего'], [...moved, '13.02.2026']]], ['type=Судебное заседание, date=12.02.2026']],
  ['one that is like it before the known column', [['ДВИЖЕНИЕ ДЕЛА', ['Событие', 'Дата и прочее', 'Дата'], ['Заседание', '13.02.2026', '12.02.2026']]], ['type=Заседание, date=12.02.2026']],
])('events: %s', (_, tabs, rows, notes = []) => expect(read('events', tabs)).toEqual({ rows, notes }))

const sides = ['Вид лица, участвующего в деле', 'Фамилия / наименование'] as const
// biome-ignore format: a table reads best as one
it.each<[what: string, tabs: readonly Tab[], rows: readonly string[], notes?: readonly string[]]>([
  ['a row tells the role', [['СТОРОНЫ', sides, ['Подсудимый', name], ['Свидетель', 'Котов И.И.']]], [`defendant, role=Подсудимый, name=${name}`, 'other, role=Свидетель, name=Котов И.И.']],
  ['a row without its role is of nobody', [['СТОРОНЫ', sides, ['', name]]], [`nobody, name=${name}`]],
  ['a name alone is of nobody', [['УЧАСТНИКИ', ['Фамилия'], [name]]], [`nobody, name=${name}`]],
  ['an article is of an accused', [['УЧАСТНИКИ', ['Фамилия', 'Перечень статей'], [name, 'ст.20.2 ч.5 КоАП РФ']]], [`defendant, name=${name}, articles=ст.20.2 ч.5 КоАП РФ`]],
  ['so is a result of a person', [['УЧАСТНИКИ', ['Фамилия', 'Результат в отношении лица'], [name, 'Оправдан']]], [`defendant, name=${name}, person_result=Оправдан`]],
  ['no article, no accused', [['УЧАСТНИКИ', ['Фамилия', 'Перечень статей', 'Результат в отношении лица'], [name, 'нет', 'не указан']]], [`nobody, name=${name}`]],
  ['a heading tells the accused', [['УЧАСТНИКИ', ['ФИО подсудимого', 'Примечание'], [name, 'явился']]], [`defendant, name=${name}, note=явился`]],
  ['so does the tab «Лица»', [['ЛИЦА', ['Фамилия'], [name]]], [`defendant, name=${name}`]],
  ['so does the tab «Лицо»', [['Лицо', ['Фамилия'], [name]]], [`defendant, name=${name}`]],
  ['«Лицо, в отношении …»', [['Лицо, в отношении которого ведется производство', ['Фамилия'], [name]]], [`defendant, name=${name}`]],
  ['«Осуждённые лица»', [['Осуждённые', ['Фамилия'], [name]]], [`defendant, name=${name}`]],
  ['not «Лица, содействующие правосудию»', [['Лица, содействующие правосудию', ['Фамилия'], [name]]], [`nobody, name=${name}`]],
  ['not «Третьи лица»', [['Третьи лица', ['Фамилия'], [name]]], [`nobody, name=${name}`]],
  ['a dash is a hidden name', [['ЛИЦА', ['Фамилия', 'Срок'], ['—', '—'], ['', '']]], ['defendant, name=—', 'defendant']],
  ['articles of two columns are joined, once', [['ЛИЦА', ['Фамилия', 'Статья', 'Перечень статей', 'Статьи'], [name, 'ст.1', 'ст.2', 'ст.1']]], [`defendant, name=${name}, articles=ст.1; ст.2`]],
  ['people of an unknown tab', [['ПРОЧЕЕ', ['Фамилия', 'Статья'], [name, 'ст.1']]], [`defendant, name=${name}, articles=ст.1`]],
  ['names alone in an unknown tab are nobody’s', [['ПРОЧЕЕ', ['Фамилия', 'Дата'], [name, '12.02.2026']]], []],
  ['articles alone in an unknown tab are nobody’s', [['ПРОЧЕЕ', ['Статья', 'Дата'], ['ст.1', '12.02.2026']]], []],
  ['people of a tab of complaints are others', [['ОБЖАЛОВАНИЕ', ['Фамилия', 'Статья'], [name, 'ст.1']]], []],
  ['labels of one person', [['ЛИЦА', ['=', 'Фамилия', name], ['=', 'Статья', 'ст.1'], ['=', 'Срок', '—'], ['=', 'Категория', 'тяжкое']]], [`defendant, name=${name}, articles=ст.1`]],
  ['labels of two people', [['ЛИЦА', ['=', 'Фамилия', name], ['=', 'Статья', 'ст.1'], ['=', 'Фамилия', 'Котов И.И.'], ['=', 'Статья', 'ст.2']]], [`defendant, name=${name}, articles=ст.1`, 'defendant, name=Котов И.И., articles=ст.2']],
  ['labels of two roles', [['УЧАСТНИКИ', ['=', 'Вид лица', 'Свидетель'], ['=', 'Фамилия', name], ['=', 'Вид лица', 'Эксперт'], ['=', 'Фамилия', 'Котов И.И.']]], [`other, role=Свидетель, name=${name}`, 'other, role=Эксперт, name=Котов И.И.']],
  ['a label tells the accused', [['УЧАСТНИКИ', ['=', 'ФИО подсудимого', name]]], [`defendant, name=${name}`]],
  ['a name under a label is of nobody', [['УЧАСТНИКИ', ['=', 'ФИО', name]]], [`nobody, name=${name}`]],
  ['a role as the label', [['УЧАСТНИКИ', ['=', 'Подсудимый', name], ['=', 'Свидетель', 'Котов И.И.']]], [`defendant, role=Подсудимый, name=${name}`, 'other, role=Свидетель, name=Котов И.И.']],
  ['a role in the tab of the case', [['ДЕЛО', ['=', 'Подсудимый', name]]], [`defendant, role=Подсудимый, name=${name}`]],
  ['a role in a tab of complaints is another’s', [['ОБЖАЛОВАНИЕ', ['=', 'Осужденный', name]]], []],
  ['a role in an unknown tab is left', [['ПРОЧЕЕ', ['=', 'Осужденный', name]]], []],
  ['the tab of people tells the accused in full', [['ДЕЛО', ['=', 'Подсудимый', 'Ветрогонов П.И.']], ['ЛИЦА', sides, ['Обвиняемый', name]]], [`defendant, role=Обвиняемый, name=${name}`], ['unknown_label: ДЕЛО: Подсудимый: Ветрогонов П.И.']],
  ['but not other people', [['ДЕЛО', ['=', 'Подсудимый', name]], ['СТОРОНЫ', sides, ['Свидетель', 'Котов И.И.']]], ['other, role=Свидетель, name=Котов И.И.', `defendant, role=Подсудимый, name=${name}`]],
  ['witnesses are no experts', [['ДЕЛО', ['=', 'Эксперт', name]], ['СТОРОНЫ', sides, ['Свидетель', 'Котов И.И.']]], ['other, role=Свидетель, name=Котов И.И.', `other, role=Эксперт, name=${name}`]],
  ['a role without a name there tells nobody', [['ДЕЛО', ['=', 'Подсудимый', name]], ['СТОРОНЫ', sides, ['Подсудимый', '']]], ['defendant, role=Подсудимый', `defendant, role=Подсудимый, name=${name}`]],
])('people: %s', (_, tabs, rows, notes = []) => expect(read('people', tabs)).toEqual({ rows, notes }))

// biome-ignore format: a table reads best as one
it.each<[label: string, value: string, isNamed: boolean]>([
  ['Подсудимый', name, true],
  ['Подсудимый', 'Ветрогонов П. И.', true],
  ['Подсудимый', 'гр. Ветрогонов П.И., Котов И.И.', true],
  ['Подсудимый', 'да', false],
  ['Подсудимый', 'Да', false],
  ['Подсудимый', 'содержится под стражей', false],
  ['Подсудимый', 'Ветрогонов П.И., содержится под стражей', true],
  ['Подсудимый', 'адвокат Дубов О.О.', false],
  ['Подсудимый', 'жалоба Дубова О.О.', false],
  ['Свидетель', 'адвокат Дубов О.О.', true],
  ['Привлекаемое лицо', 'ООО «Ромашка»', true],
  ['Привлекаемое лицо', 'ТСЖ Берёзка', true],
  ['Привлекаемое лицо', 'Администрация города', true],
  ['Привлекаемое лицо', 'Государственная инспекция', true],
  ['Привлекаемое лицо', 'индивидуальный предприниматель', true],
  ['Привлекаемое лицо', 'рядом администрация', false],
  ['Защитник подсудимого по делу', 'Ветрогонов П.И.', true],
  ['Защитник подсудимого по делу', 'ООО «Ромашка»', false],
  ['Защитник подсудимого по делу', 'явился', false],
])('the label «%s» with «%s» names somebody: %s', (label, value, isNamed) => {
  const { rows, notes } = read('people', [['УЧАСТНИКИ', ['=', label, value]]])
  expect([rows.length, notes]).toEqual(isNamed ? [1, []] : [0, [`unknown_label: УЧАСТНИКИ: ${label}: ${value}`]])
})
