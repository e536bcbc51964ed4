import { expect, it } from 'vitest'
import { cardOfTabs, noting, type Tab } from '../../test/card-tabs.ts'
import { readArticles } from '../ingest/read-articles.ts'
import { readPeople } from './card-people.ts'
import { roleOfRow, rowsIn } from './card-rows.ts'
import { hearingEvents, readEvents } from './card-tables.ts'

/**
 * Which tables of a card are of events or people, what each cell of a row is, and whom a row calls accused; and the events and
 * people that come of them. Of a row each cell is shown as «meaning=words».
 */
const read = (wanted: 'events' | 'people', tabs: readonly Tab[]): { rows: string[]; notes: string[] } => {
  const { notes, note } = noting()
  const rows = rowsIn(cardOfTabs(tabs), wanted, note)
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
  ['the day of the hearing beside that of its entry', [['ДВИЖЕНИЕ ДЕЛА', ['Событие', 'Дата события', 'Дата заседания'], ['Заседание', '13.02.2026', '12.02.2026'], ['Сдано', '13.02.2026', '']]], ['type=Заседание, date=12.02.2026', 'type=Сдано, date=13.02.2026']],
  ['and in front of it', [['ДВИЖЕНИЕ ДЕЛА', ['Событие', 'Дата слушания', 'Дата'], ['Заседание', '12.02.2026', '13.02.2026']]], ['type=Заседание, date=12.02.2026']],
  ...['Дата предыдущего заседания', 'Дата протокола судебного заседания', 'Дата извещения о заседании', 'Дата проведения экспертизы'].map((other): [string, Tab[], string[]] => [`no ${other}`, [['ДВИЖЕНИЕ ДЕЛА', ['Событие', 'Дата', other], ['Заседание', '12.02.2026', '13.02.2026']]], ['type=Заседание, date=12.02.2026']]),
  ['events under the title of people', [['СТОРОНЫ', head, moved]], ['type=Судебное заседание, date=12.02.2026']],
  ['a name beside an event', [['ДВИЖЕНИЕ ДЕЛА', [...head, 'ФИО'], [...moved, 'Котов И.И.']]], ['type=Судебное заседание, date=12.02.2026'], ['unknown_column: ДВИЖЕНИЕ ДЕЛА: ФИО: Котов И.И.']],
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
  ['a heading tells the accused', [['УЧАСТНИКИ', ['ФИО подсудимого', 'Примечание'], [name, 'явился']]], [`defendant, name=${name}`], ['unknown_column: УЧАСТНИКИ: Примечание: явился']],
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
  ['people under the title of events', [['ДВИЖЕНИЕ ДЕЛА', sides, ['Подсудимый', name]]], [`defendant, role=Подсудимый, name=${name}`]],
  ['a result and its day beside a name', [['ЛИЦА', ['Фамилия', 'Результат рассмотрения', 'Дата рассмотрения'], [name, 'Оправдан', '12.02.2026']]], [`defendant, name=${name}, person_result=Оправдан, person_result_date=12.02.2026`]],
  ...['Дата вступления решения в законную силу', 'Дата получения решения', 'Дата обжалуемого решения', 'Дата рассмотрения жалобы', 'Дата решения вышестоящего суда', 'Результат извещения', 'Результат освидетельствования'].map((other): [string, Tab[], string[], string[]] => [`no ${other}`, [['ЛИЦА', ['Фамилия', other], [name, '12.02.2026']]], [`defendant, name=${name}`], [`unknown_column: ЛИЦА: ${other}: 12.02.2026`]]),
  ['a result of nobody said to be accused', [['СТОРОНЫ', ['ФИО', 'Результат'], [name, 'Вручено']]], [`nobody, name=${name}`], ['unknown_column: СТОРОНЫ: Результат: Вручено']],
  ['an offence and its day beside a name', [['ЛИЦА', ['Фамилия', 'Событие правонарушения', 'Дата правонарушения'], [name, 'Мелкое хулиганство', '12.02.2026']]], [`defendant, name=${name}`], ['unknown_column: ЛИЦА: Событие правонарушения: Мелкое хулиганство', 'unknown_column: ЛИЦА: Дата правонарушения: 12.02.2026']],
  ['an accused beside another', [['СТОРОНЫ', ['Вид лица', 'ФИО', 'Обвиняемый'], ['Свидетель', 'Котов И.И.', name]]], ['other, role=Свидетель, name=Котов И.И.'], [`unknown_column: СТОРОНЫ: Обвиняемый: ${name}`]],
  ['articles under two labels', [['ЛИЦА', ['=', 'Перечень статей', 'ст.158 ч.1 УК РФ'], ['=', 'ФИО', name], ['=', 'Статья', 'ст.161 ч.1 УК РФ']]], [`defendant, articles=ст.158 ч.1 УК РФ; ст.161 ч.1 УК РФ, name=${name}`]],
  ['an hour and a day of nobody', [['ЛИЦА', ['Фамилия', 'Время', 'Дата'], [name, '10:00', '12.02.2026']]], [`defendant, name=${name}`], ['unknown_column: ЛИЦА: Время: 10:00', 'unknown_column: ЛИЦА: Дата: 12.02.2026']],
  ['a role over the names', [['УЧАСТНИКИ', ['Подсудимый', 'Статья'], [name, 'ст.158 ч.1 УК РФ']]], [`defendant, name=${name}, articles=ст.158 ч.1 УК РФ`]],
  ['another role over names', [['УЧАСТНИКИ', ['ФИО', 'Потерпевший'], [name, 'Котов И.И.']]], [`nobody, name=${name}`], ['unknown_column: УЧАСТНИКИ: Потерпевший: Котов И.И.']],
  ['an article above each name', [['ЛИЦА', ['=', 'Перечень статей', 'ст.158 ч.1 УК РФ'], ['=', 'ФИО', name], ['=', 'Перечень статей', 'ст.161 ч.1 УК РФ'], ['=', 'ФИО', 'Котов И.И.']]], [`defendant, articles=ст.158 ч.1 УК РФ, name=${name}`, 'defendant, articles=ст.161 ч.1 УК РФ, name=Котов И.И.']],
  ['a person without a name below another', [['ЛИЦА', ['=', 'ФИО', name], ['=', 'Статья', 'ст.158 ч.1 УК РФ'], ['=', 'Статья', 'ст.161 ч.1 УК РФ'], ['=', 'Результат', 'Оправдан'], ['=', 'ФИО', 'Котов И.И.']]], [`defendant, name=${name}, articles=ст.158 ч.1 УК РФ`, 'defendant, articles=ст.161 ч.1 УК РФ, person_result=Оправдан', 'defendant, name=Котов И.И.']],
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

const hearing = 'Судебное заседание'
const day = '12.02.2026'
const all = [...head, 'Время', 'Результат события', 'Зал', 'Примечание'] as const
const events = (...rows: (readonly string[])[]): Tab => [
  'ДВИЖЕНИЕ ДЕЛА',
  all,
  ...rows.map(row => [...row, '', '', '', ''].slice(0, 6)),
]
// biome-ignore format: a table reads best as one
it.each<[what: string, tabs: readonly Tab[], told: readonly string[], notes?: readonly string[]]>([
  ['with everything', [events([hearing, day, '10:00', 'Рассмотрение отложено', 'зал  5', 'неявка'])], ['Судебное заседание 2026-02-12 10:00, Рассмотрение отложено, зал 5, неявка']],
  ['without its kind', [events(['', day, '10:00'])], [], ['missing: ДВИЖЕНИЕ ДЕЛА: type: {"date":"12.02.2026","time":"10:00"}']],
  ['an empty row', [events(['', ''])], []],
  ['of no day', [events([hearing, '', '', '', 'зал 5']), events([hearing, '00.00.0000']), events([hearing, 'не назначена']), events([hearing, 'не указано'])], [], ['undated_event: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: зал 5', 'undated_event: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: ', 'undated_event: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: ', 'undated_event: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: ']],
  ['of a day in another spelling', [events([hearing, '12-02-2026', '10:00']), events([hearing, '13,02,2026']), events([hearing, 'с 14.02.2026 по 16.02.2026', '11:00'])], ['Судебное заседание 2026-02-12 10:00', 'Судебное заседание 2026-02-13', 'Судебное заседание 2026-02-14 11:00, по 16.02.2026']],
  ['of a day nobody can read', [events([hearing, 'не назначена ещё'])], [], ['unreadable_date: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: не назначена ещё']],
  ['at an hour nobody can read', [events([hearing, day, 'после обеда'])], ['Судебное заседание 2026-02-12, после обеда'], ['unreadable_time: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: после обеда']],
  ['of a kind nobody knows', [events(['Чаепитие', day])], ['Чаепитие 2026-02-12'], ['unknown_event: ДВИЖЕНИЕ ДЕЛА: Чаепитие']],
  ['with a result nobody knows', [events([hearing, day, '', 'Выпит чай'])], ['Судебное заседание 2026-02-12, Выпит чай'], ['unknown_result: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: Выпит чай']],
  ['with its result behind a stroke', [events(['Рассмотрение дела по существу / Рассмотрение отложено', day])], ['Рассмотрение дела по существу 2026-02-12, Рассмотрение отложено']],
  ['with its result behind a stroke and another', [events(['Рассмотрение дела по существу / Рассмотрение отложено', day, '', 'Заседание отложено'])], ['Рассмотрение дела по существу / Рассмотрение отложено 2026-02-12, Заседание отложено'], ['unknown_event: ДВИЖЕНИЕ ДЕЛА: Рассмотрение дела по существу / Рассмотрение отложено']],
  ['of no hearing behind a stroke', [events(['Дело сдано / в архив', day])], ['Дело сдано / в архив 2026-02-12'], ['unknown_event: ДВИЖЕНИЕ ДЕЛА: Дело сдано / в архив']],
  ['put off in brackets', [events([`${hearing} (отложено)`, day])], ['Судебное заседание 2026-02-12, Отложено']],
  ['put off in brackets without a space', [events([`${hearing}(отложено)`, day])], ['Судебное заседание 2026-02-12, Отложено']],
  ['not put off in brackets', [events([`${hearing} (в зале 5)`, day])], ['Судебное заседание (в зале 5) 2026-02-12'], ['unknown_event: ДВИЖЕНИЕ ДЕЛА: Судебное заседание (в зале 5)']],
  ['put off in brackets before other words', [events([`${hearing} (отложено) по видео`, day])], ['Судебное заседание (отложено) по видео 2026-02-12'], ['unknown_event: ДВИЖЕНИЕ ДЕЛА: Судебное заседание (отложено) по видео']],
  ['twice told by two tabs', [events([hearing, day, '10:00', '', 'зал 5']), events([hearing, day, '10:00', '', '', 'неявка'])], ['Судебное заседание 2026-02-12 10:00, зал 5, неявка']],
  ['twice told in the same words', [events([hearing, day, '10:00', '', 'зал 5']), events([hearing, day, '10:00', '', 'зал 5'])], ['Судебное заседание 2026-02-12 10:00, зал 5']],
  ['in one hall of two spellings', [events([hearing, day, '10:00', '', 'Зал № 5']), events([hearing, day, '10:00', '', '5'])], ['Судебное заседание 2026-02-12 10:00, 5']],
  ['in two halls', [events([hearing, day, '10:00', '', 'зал 5'], [hearing, day, '10:00', '', 'зал 6'])], ['Судебное заседание 2026-02-12 10:00, зал 5', 'Судебное заседание 2026-02-12 10:00, зал 6']],
  ['twice on a day without an hour', [events([hearing, day], [hearing, day])], ['Судебное заседание 2026-02-12', 'Судебное заседание 2026-02-12']],
  ['moved in words', [events([hearing, day, '10:00 – перенесено на 12.03.2026 11:00'])], ['Судебное заседание 2026-02-12 10:00, перенесено на 12.03.2026 11:00', 'Судебное заседание 2026-03-12 11:00, Перенесено с 12.02.2026 10:00']],
  ['moved from a day without an hour', [events([hearing, day, '', '', '', 'отложено на 12.03.2026'])], ['Судебное заседание 2026-02-12, отложено на 12.03.2026', 'Судебное заседание 2026-03-12, Перенесено с 12.02.2026']],
  ['moved to the hour where it is', [events([hearing, day, '10:00', '', '', 'перенесено на 10:00'])], ['Судебное заседание 2026-02-12 10:00, перенесено на 10:00']],
  ['moved by a year', [events([hearing, day, '', '', '', 'отложено на 12.02.2027'])], ['Судебное заседание 2026-02-12, отложено на 12.02.2027', 'Судебное заседание 2027-02-12, Перенесено с 12.02.2026']],
  ['moved by more than a year', [events([hearing, day, '', '', '', 'отложено на 13.02.2027'])], ['Судебное заседание 2026-02-12, отложено на 13.02.2027']],
  ['moved to a day, and to its hour', [events([hearing, day, '10:00 – отложено на 12.03.2026', 'отложено на 12.03.2026 11:00'])], ['Судебное заседание 2026-02-12 10:00, отложено на 12.03.2026 11:00; отложено на 12.03.2026', 'Судебное заседание 2026-03-12 11:00, Перенесено с 12.02.2026 10:00'], ['unknown_result: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: отложено на 12.03.2026 11:00']],
  ['moved to two hours', [events([hearing, day, '10:00 – отложено на 12.03.2026 11:00', 'отложено на 12.03.2026 12:00'])], ['Судебное заседание 2026-02-12 10:00, отложено на 12.03.2026 12:00; отложено на 12.03.2026 11:00'], ['unknown_result: ДВИЖЕНИЕ ДЕЛА: Судебное заседание: отложено на 12.03.2026 12:00']],
  ['moved twice to one hour', [events([hearing, day, '10:00', '', 'зал 5', 'отложено на 12.03.2026 11:00'], [hearing, day, '10:00', '', 'зал 6', 'отложено на 12.03.2026 11:00'])], ['Судебное заседание 2026-02-12 10:00, отложено на 12.03.2026 11:00, зал 5', 'Судебное заседание 2026-02-12 10:00, отложено на 12.03.2026 11:00, зал 6', 'Судебное заседание 2026-03-12 11:00, Перенесено с 12.02.2026 10:00']],
])('an event %s', (_, tabs, told, notes = []) => {
  const { notes: taken, note } = noting()
  const found = readEvents(cardOfTabs(tabs), note).map(({ type, date, time, result, hall, note: remark }) =>
    [[type, date, time].filter(Boolean).join(' '), result, hall, remark].filter(Boolean).join(', '),
  )
  expect({ told: found, notes: taken }).toEqual({ told, notes })
})
it('only hearings are hearings', () =>
  expect(
    hearingEvents([
      { type: hearing, date: day },
      { type: 'Дело сдано в архив', date: day },
    ]),
  ).toHaveLength(1))

const lists = [
  ...sides,
  'Перечень статей',
  'Результат в отношении лица',
  'Дата рассмотрения дела в отношении лица',
] as const
const people = (title: string, ...rows: (readonly string[])[]): Tab => [
  title,
  lists,
  ...rows.map(row => [...row, '', '', '', ''].slice(0, 5)),
]
const accused = (...[who, ...rest]: readonly string[]): readonly string[] => ['Подсудимый', who ?? '', ...rest]
// biome-ignore format: a table reads best as one
it.each<[what: string, tabs: readonly Tab[], defendants: readonly string[], rest?: { participants?: readonly string[]; articles?: string; notes?: readonly string[] }]>([
  ['one accused', [people('ЛИЦА', accused(name, 'ст.158 ч.1 УК РФ', 'Оправдан', day))], [`${name} 158 ч.1, Оправдан, 2026-02-12`]],
  ['nobody named', [people('ЛИЦА', accused('', 'ст.158 ч.1 УК РФ'), ['', ''])], [], { notes: ['missing: ЛИЦА: name: {"role":"Подсудимый","articles":"ст.158 ч.1 УК РФ"}'] }],
  ['a day nobody can read', [people('ЛИЦА', accused(name, '', 'Оправдан', 'вчера'))], [`${name}, Оправдан`], { notes: [`unreadable_date: ЛИЦА: ${name}: вчера`] }],
  ['others', [people('ЛИЦА', ['Защитник', 'Дубов О.О.'], ['Эксперт', 'Котов И.И.'], ['', name], ['Прохожий', name])], [], { participants: ['advocate Дубов О.О.', 'Эксперт Котов И.И.', `роль не указана ${name}`, `Прохожий ${name}`], notes: ['unknown_role: ЛИЦА: ', 'unknown_role: ЛИЦА: Прохожий'] }],
  ['articles beside a witness', [people('ЛИЦА', ['Свидетель', name, 'ст.158 ч.1 УК РФ'])], [], { participants: [`Свидетель ${name}`], notes: ['unknown_role: ЛИЦА: Свидетель: ст.158 ч.1 УК РФ'] }],
  ['two in one cell', [people('ЛИЦА', accused(`${name}, Котов Иван Ильич`, 'ст.158 ч.1 УК РФ, ст.161 ч.1 УК РФ'))], [`${name} 158 ч.1`, 'Котов Иван Ильич 161 ч.1']],
  ['two in one cell, and an article', [people('ЛИЦА', accused(`${name}, Котов Иван Ильич`, 'ст.158 ч.1 УК РФ'))], [name, 'Котов Иван Ильич'], { articles: '158 ч.1' }],
  ['one with an article, one without', [people('ЛИЦА', accused(name, 'ст.158 ч.1 УК РФ'), accused('Котов И.И.'))], [`${name} 158 ч.1`, 'Котов И.И. (accused)']],
  ['two in one cell, each with a line of articles', [people('ЛИЦА', accused(`${name}\nКотов Иван Ильич`, 'ст.158 ч.1 УК РФ\nст.161 ч.1 УК РФ'))], [`${name} 158 ч.1`, 'Котов Иван Ильич 161 ч.1']],
  ['two in one cell without articles', [people('ЛИЦА', accused(`${name} и Котов Иван Ильич`))], [name, 'Котов Иван Ильич']],
  ['two with initials', [people('ЛИЦА', accused('Ветрогонов П.И.; Котов И. И.; Лугов П.'))], ['Ветрогонов П.И.', 'Котов И. И.', 'Лугов П.']],
  ['a surname alone beside a whole name', [people('ЛИЦА', accused(`${name}, Котов`))], [`${name}, Котов`]],
  ['a company with its director', [people('ЛИЦА', accused('ООО «Луг», Лугов Пётр Ильич'))], ['ООО «Луг», Лугов Пётр Ильич']],
  ['one in two tabs', [people('ЛИЦА', accused(name)), people('СТОРОНЫ', accused(name, 'ст.158 ч.1 УК РФ', 'Оправдан', day))], [`${name} 158 ч.1, Оправдан, 2026-02-12`]],
  ['one whose result the first tab tells', [people('ЛИЦА', accused(name, 'ст.158 ч.1 УК РФ', 'Осуждён')), people('СТОРОНЫ', accused(name, 'ст.161 ч.1 УК РФ', 'Оправдан', day))], [`${name} 158 ч.1, Осуждён`]],
  ['two of one name in one tab', [people('ЛИЦА', accused(name), accused(name))], [`${name}`, `${name}`]],
  ['a mask in two tabs', [people('ЛИЦА', accused('ФИО1', 'ст.158 ч.1 УК РФ')), people('СТОРОНЫ', accused('ФИО1'))], ['ФИО1 158 ч.1']],
  ['two of one mask in two tabs', [people('ЛИЦА', accused('Информация скрыта'), accused('Информация скрыта')), people('СТОРОНЫ', accused('Информация скрыта'), accused('Информация скрыта'))], ['Информация скрыта', 'Информация скрыта']],
  ['one of one mask, and two', [people('ЛИЦА', accused('ФИО1')), people('СТОРОНЫ', accused('ФИО1'), accused('ФИО1'))], ['ФИО1', 'ФИО1']],
  ['a whole name and its initials', [people('ЛИЦА', accused(name, 'ст.158 ч.1 УК РФ')), people('СТОРОНЫ', accused('ВЕТРОГОНОВ П. И.', '', 'Оправдан'))], [`${name} 158 ч.1, Оправдан`]],
  ['initials that fit two', [people('ЛИЦА', accused(name), accused('Ветрогонов Павел Ильич')), people('СТОРОНЫ', accused('Ветрогонов П.И.', 'ст.158 ч.1 УК РФ'))], [`${name} (accused)`, 'Ветрогонов Павел Ильич (accused)', 'Ветрогонов П.И. 158 ч.1']],
  ['initials beside the whole name', [people('ЛИЦА', accused(name)), people('СТОРОНЫ', accused('Ветрогонов П.И.', '', 'Оправдан'), accused(name, '', 'Осуждён'))], [`${name}, Осуждён`, 'Ветрогонов П.И., Оправдан']],
  ['other initials', [people('ЛИЦА', accused(name)), people('СТОРОНЫ', accused('Ветрогонов С.И.'))], [name, 'Ветрогонов С.И.']],
  ['two in one cell with two results', [people('ЛИЦА', accused(`${name}\nКотов Иван Ильич`, '', 'Осуждён\nОправдан'))], [name, 'Котов Иван Ильич'], { notes: [`unknown_result: ЛИЦА: ${name} Котов Иван Ильич: Осуждён\nОправдан`] }],
  ['two in one cell with one result', [people('ЛИЦА', accused(`${name}\nКотов Иван Ильич`, '', 'Оправданы'))], [`${name}, Оправданы`, 'Котов Иван Ильич, Оправданы']],
  ['an accused whose role no column tells', [['ЛИЦА', ['Фамилия', 'Статья'], [name, '']]], [name]],
])('people of a card: %s', (_, tabs, defendants, { participants = [], articles = '', notes = [] } = {}) => {
  const { notes: taken, note } = noting()
  const shown = (list: readonly { article_number: string; part?: string | null | undefined }[]): string =>
    list.map(one => [one.article_number, one.part && `ч.${one.part}`].filter(Boolean).join(' ')).join('; ')
  const found = readPeople(
    cardOfTabs(tabs),
    written => {
      const charges = readArticles(written, 'uk')
      return 'people' in charges ? charges.people : []
    },
    note,
  )
  const told = found.defendants.map(one => {
    const who = [one.name, shown(one.articles ?? []), one.role && `(${one.role})`].filter(Boolean).join(' ')
    return [who, one.result, one.result_date].filter(Boolean).join(', ')
  })
  expect({
    told,
    participants: found.participants.map(one => `${one.role} ${one.name}`),
    articles: shown(found.articles),
    notes: taken,
  }).toEqual({ told: defendants, participants, articles, notes })
})

it('a column of materials tells a material, and results, days and grounds are those of columns alone', () => {
  const told = (columns: readonly string[], row: readonly string[]) => {
    const { is_material, results, result_dates, grounds } = readPeople(
      cardOfTabs([['ЛИЦА', columns, row]]),
      () => [],
      noting().note,
    )
    return { is_material, results, result_dates, grounds }
  }
  expect(told(['ФИО подсудимого'], [name])).toEqual({ is_material: false, results: [], result_dates: [], grounds: [] })
  const columns = [
    'ФИО подсудимого',
    'Результат в отношении лица',
    'Дата рассмотрения дела в отношении лица',
    'Основание отмены (изменения) решения',
  ]
  expect(told(columns, [name, '', '', ''])).toEqual({
    is_material: false,
    results: [undefined],
    result_dates: [undefined],
    grounds: [undefined],
  })
  expect(
    told(['ФИО подсудимого', 'Материал (судебн. контроля, в пор. исполн. приговора и иные)'], [name, '3/1'])
      .is_material,
  ).toBe(true)
})

it('finds people of initials among a thousand in seconds', () => {
  const letters = 'абвгдежзик'
  const named = (rest: string) =>
    Array.from({ length: 1000 }, (_, at) => [
      'Подсудимый',
      `Ветр${[...`${at}`].map(one => letters.charAt(Number(one))).join('')} ${rest}`,
    ])
  const columns = ['Вид лица', 'ФИО']
  const card = cardOfTabs([
    ['ЛИЦА', columns, ...named('Пётр Ильич')],
    ['СТОРОНЫ', columns, ...named('П.И.')],
  ])
  expect(readPeople(card, () => [], noting().note).defendants).toHaveLength(1000)
}, 5000)
