import { describe, expect, it } from 'vitest'
import { type Change, changesBetween } from '../journal/change-words.ts'
import { type CaseRecordInput, caseRecord } from './case-record.ts'
import { newsOfChange, newsOfNew } from './news.ts'

const known = {
  isHearing: (type: string) => (type.startsWith('Явка') ? null : type.startsWith('Рассмотрение')),
  today: '2026-03-10',
  now: '2026-03-10 12:00',
}
const hearing = (date: string, time = '10:00') => ({ type: 'Рассмотрение дела', date, time, hall: '3' })
const perhaps = (date: string, time?: string) => ({ type: 'Явка', date, ...(time !== undefined && { time }) })
const registered = { type: 'Регистрация дела', date: '2026-03-01' }
const record = (given: Partial<CaseRecordInput> = {}) =>
  caseRecord.parse({
    source_key: 'test:1',
    type: 1,
    stage: 1,
    court: { title: 'Выдуманный суд', region: 77 },
    case_number: '5-1/2026',
    entry_date: '2026-03-01',
    defendants: [{ name: 'Ветрогонов Пётр Ильич' }],
    ...given,
  })
const textChange = (before: string | null, after: string | null): Change => ({ field: 'text', before, after })
const change = (before: Partial<CaseRecordInput>, after: Partial<CaseRecordInput>, ...texts: Change[]) => {
  const { text: _, ...was } = record(before)
  const is = record(after)
  return newsOfChange(was, is, [...changesBetween(was, is), ...texts], known)
}

describe('news of a reading', () => {
  // biome-ignore format: a table reads best as one
  it.each<[what: string, before: Partial<CaseRecordInput>, after: Partial<CaseRecordInput>, kinds: string[], told: string]>([
    ['a hearing is set', {}, { events: [hearing('2026-03-20')] }, ['hearing_set'], ' → 20 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    ['a hearing is set that its own line says was put off', {}, { events: [{ ...hearing('2026-03-20'), result: 'Заседание отложено' }] }, ['hearing_set'], ' → 20 марта 2026, 10:00 — Рассмотрение дела (в карточке: «Заседание отложено»), зал 3'],
    ['a hearing ahead is put off on its own line', { events: [hearing('2026-03-20')] }, { events: [{ ...hearing('2026-03-20'), result: 'Заседание отложено' }] }, ['event'], ' → 20 марта 2026, 10:00 — Рассмотрение дела: Заседание отложено'],
    ['a hearing in a year that is mistyped: it is an event (decision 0136)', {}, { events: [hearing('2062-03-20')] }, ['event'], ' → 20 марта 2062, 10:00 — Рассмотрение дела'],
    ['it is moved to a year that is mistyped', { events: [hearing('2026-03-20')] }, { events: [hearing('2062-04-20')] }, ['changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 апреля 2062, 10:00 — Рассмотрение дела, зал 3'],
    ['it is moved beside another whose year is mistyped', { events: [hearing('2026-03-20')] }, { events: [hearing('2026-03-27'), hearing('2062-04-20')] }, ['hearing_moved', 'event'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 27 марта 2026, 10:00 — Рассмотрение дела, зал 3\n → 20 апреля 2062, 10:00 — Рассмотрение дела'],
    ['its hour is told beside another whose year is mistyped', { events: [{ ...hearing('2026-03-20'), time: undefined }] }, { events: [hearing('2026-03-20'), hearing('2062-04-20')] }, ['hearing_set', 'event'], ' → 20 марта 2026, 10:00 — Рассмотрение дела, зал 3\n → 20 апреля 2062, 10:00 — Рассмотрение дела'],
    ['the year is put right', { events: [hearing('2062-03-20')] }, { events: [hearing('2026-03-20')] }, ['hearing_set', 'disappeared'], ' → 20 марта 2026, 10:00 — Рассмотрение дела, зал 3\n20 марта 2062, 10:00 — Рассмотрение дела → '],
    ['a hearing is moved', { events: [hearing('2026-03-20')] }, { events: [hearing('2026-03-27', '11:30')] }, ['hearing_moved'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 27 марта 2026, 11:30 — Рассмотрение дела, зал 3'],
    ['a hearing is cancelled', { events: [hearing('2026-03-20')] }, { events: [] }, ['hearing_cancelled'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → '],
    ['another is set beside one that stays', { events: [hearing('2026-03-20')] }, { events: [hearing('2026-03-20'), hearing('2026-03-27')] }, ['hearing_set'], ' → 27 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    // The whole day is ahead, whatever the hour: what court clerks write late is told too.
    ['a hearing is set for tomorrow', {}, { events: [hearing('2026-03-11')] }, ['hearing_set'], ' → 11 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    ['a hearing is set for today', {}, { events: [hearing('2026-03-10')] }, ['hearing_set'], ' → 10 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    ['a hearing of yesterday comes: it is an event', {}, { events: [hearing('2026-03-09')] }, ['event'], ' → 9 марта 2026, 10:00 — Рассмотрение дела'],
    ['a hearing of today is cancelled', { events: [hearing('2026-03-10')] }, { events: [] }, ['hearing_cancelled'], '10 марта 2026, 10:00 — Рассмотрение дела, зал 3 → '],
    ['a hearing is moved by an hour', { events: [hearing('2026-03-20')] }, { events: [hearing('2026-03-20', '11:00')] }, ['hearing_moved'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2026, 11:00 — Рассмотрение дела, зал 3'],
    ['a hearing of the same hour is called otherwise', { events: [hearing('2026-03-20')] }, { events: [{ ...hearing('2026-03-20'), type: 'Рассмотрение жалобы' }] }, ['changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2026, 10:00 — Рассмотрение жалобы, зал 3'],
    ['a hearing of the same hour has a name that nobody knows', { events: [hearing('2026-03-20')] }, { events: [{ ...hearing('2026-03-20'), type: 'Явка' }] }, ['changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2026, 10:00 — Явка, зал 3'],
    ['a hearing is written in other letters', { events: [hearing('2026-03-20')] }, { events: [{ ...hearing('2026-03-20'), type: 'Рассмотрение Дела' }] }, [], ''],
    ['an hour is told', { events: [{ ...hearing('2026-03-20'), time: undefined }] }, { events: [hearing('2026-03-20')] }, ['hearing_set'], ' → 20 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    ['an hour is told no more', { events: [hearing('2026-03-20')] }, { events: [{ ...hearing('2026-03-20'), time: undefined }] }, ['changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2026 — Рассмотрение дела, зал 3'],
    ['a hearing stood twice and stands once', { events: [hearing('2026-03-20'), hearing('2026-03-20')] }, { events: [hearing('2026-03-20')] }, [], ''],
    ['a hearing stands twice', { events: [hearing('2026-03-20')] }, { events: [hearing('2026-03-20'), hearing('2026-03-20')] }, [], ''],
    ['two are moved, whatever their order in the card', { events: [hearing('2026-03-27'), hearing('2026-03-20')] }, { events: [hearing('2026-03-21'), hearing('2026-03-28')] }, ['hearing_moved'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 21 марта 2026, 10:00 — Рассмотрение дела, зал 3\n27 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 28 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    ['two go and one comes: it is not known which moved', { events: [hearing('2026-03-20'), hearing('2026-03-27')] }, { events: [hearing('2026-03-28')] }, ['hearing_set', 'hearing_cancelled'], ' → 28 марта 2026, 10:00 — Рассмотрение дела, зал 3\n20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → \n27 марта 2026, 10:00 — Рассмотрение дела, зал 3 → '],
    ['two go, one comes and one comes in a year that is mistyped: which stands where nobody knows', { events: [hearing('2026-03-20'), hearing('2026-03-27')] }, { events: [hearing('2026-03-28'), hearing('2062-03-20')] }, ['hearing_set', 'event', 'disappeared'], ' → 28 марта 2026, 10:00 — Рассмотрение дела, зал 3\n → 20 марта 2062, 10:00 — Рассмотрение дела\n20 марта 2026, 10:00 — Рассмотрение дела → \n27 марта 2026, 10:00 — Рассмотрение дела → '],
    ['two go, one comes and two come in years that are mistyped', { events: [hearing('2026-03-20'), hearing('2026-03-27')] }, { events: [hearing('2026-03-28'), hearing('2062-03-20'), hearing('2062-03-27')] }, ['hearing_set', 'event', 'disappeared'], ' → 28 марта 2026, 10:00 — Рассмотрение дела, зал 3\n → 20 марта 2062, 10:00 — Рассмотрение дела\n → 27 марта 2062, 10:00 — Рассмотрение дела\n20 марта 2026, 10:00 — Рассмотрение дела → \n27 марта 2026, 10:00 — Рассмотрение дела → '],
    ['one of another name is cancelled beside one whose year is mistyped', { events: [{ ...hearing('2026-03-19'), type: 'Рассмотрение жалобы' }, hearing('2026-03-20')] }, { events: [hearing('2062-03-20')] }, ['hearing_cancelled', 'changed'], '19 марта 2026, 10:00 — Рассмотрение жалобы, зал 3 → \n20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2062, 10:00 — Рассмотрение дела, зал 3'],
    ['something happened beside one whose year is mistyped', { events: [hearing('2026-03-20')] }, { events: [hearing('2062-03-20'), registered] }, ['event', 'changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2062, 10:00 — Рассмотрение дела, зал 3\n → 1 марта 2026 — Регистрация дела'],
    ['it is moved to a day that is a year ahead', { events: [hearing('2026-03-20')] }, { events: [hearing('2027-03-10')] }, ['hearing_moved'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 10 марта 2027, 10:00 — Рассмотрение дела, зал 3'],
    ['it is moved to the day after (decision 0136)', { events: [hearing('2026-03-20')] }, { events: [hearing('2027-03-11')] }, ['changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 11 марта 2027, 10:00 — Рассмотрение дела, зал 3'],
    ['one without an hour goes, and one of another name comes that day', { events: [{ ...hearing('2026-03-20'), time: undefined }] }, { events: [{ ...hearing('2026-03-20'), type: 'Рассмотрение жалобы' }] }, ['hearing_set', 'hearing_cancelled'], ' → 20 марта 2026, 10:00 — Рассмотрение жалобы, зал 3\n20 марта 2026 — Рассмотрение дела, зал 3 → '],
    ['one without an hour goes, and one comes on another day', { events: [{ ...hearing('2026-03-20'), time: undefined }] }, { events: [hearing('2026-03-21')] }, ['hearing_moved'], '20 марта 2026 — Рассмотрение дела, зал 3 → 21 марта 2026, 10:00 — Рассмотрение дела, зал 3'],
    ['two go and two come in years that are mistyped', { events: [hearing('2026-03-20'), hearing('2026-03-27')] }, { events: [hearing('2062-03-20'), hearing('2062-03-27')] }, ['changed'], '20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 20 марта 2062, 10:00 — Рассмотрение дела, зал 3\n27 марта 2026, 10:00 — Рассмотрение дела, зал 3 → 27 марта 2062, 10:00 — Рассмотрение дела, зал 3'],
    ['two go and one comes in a year that is mistyped', { events: [hearing('2026-03-20'), hearing('2026-03-27')] }, { events: [hearing('2062-03-20')] }, ['event', 'disappeared'], ' → 20 марта 2062, 10:00 — Рассмотрение дела\n20 марта 2026, 10:00 — Рассмотрение дела → \n27 марта 2026, 10:00 — Рассмотрение дела → '],
    ['one goes and one of another name comes: nobody said that it moved', { events: [hearing('2026-03-20')] }, { events: [{ ...hearing('2026-03-27'), type: 'Рассмотрение жалобы' }] }, ['hearing_set', 'hearing_cancelled'], ' → 27 марта 2026, 10:00 — Рассмотрение жалобы, зал 3\n20 марта 2026, 10:00 — Рассмотрение дела, зал 3 → '],
    ['an outcome that was told stays beside what is new', { events: [{ ...hearing('2026-03-09'), result: 'Заседание отложено' }] }, { events: [{ ...hearing('2026-03-09'), result: 'Заседание отложено' }, registered] }, ['event'], ' → 1 марта 2026 — Регистрация дела'],
    ['an outcome that is withdrawn', { events: [{ ...hearing('2026-03-09'), result: 'Заседание отложено' }] }, { events: [hearing('2026-03-09')] }, [], ''],
    ['something happened', {}, { events: [registered] }, ['event'], ' → 1 марта 2026 — Регистрация дела'],
    ['a hearing that was has its outcome', { events: [hearing('2026-03-09')] }, { events: [{ ...hearing('2026-03-09'), result: 'Заседание отложено' }] }, ['event'], ' → 9 марта 2026, 10:00 — Рассмотрение дела: Заседание отложено'],
    ['a result, with its day', {}, { result: 'Прекращено', result_date: '2026-03-09' }, ['result'], ' → Прекращено'],
    ['a result that is withdrawn', { result: 'Прекращено' }, {}, ['disappeared'], 'Прекращено → '],
    ['a day of the result that is corrected', { result: 'Прекращено', result_date: '2026-03-08' }, { result: 'Прекращено', result_date: '2026-03-09' }, ['changed'], '8 марта 2026 → 9 марта 2026'],
    ['a day without a result', {}, { result_date: '2026-03-09' }, ['changed'], ' → 9 марта 2026'],
    ['another result', { result: 'Прекращено' }, { result: 'Возвращено' }, ['result'], 'Прекращено → Возвращено'],
    ['an outcome of the appeal that is withdrawn', { appeal_result: 'Изменено' }, {}, ['disappeared'], 'Изменено → '],
    ['a number of the protocol that is no more', { protocol_number: '7' }, {}, ['changed'], '7 → '],
    ['a penalty that vanished', { penalties: [{ type: 'fine', value: 500 }] }, {}, ['disappeared'], 'Наказание: штраф 500 ₽ → '],
    ['another penalty', { penalties: [{ type: 'fine', value: 500 }] }, { penalties: [{ type: 'caution' }] }, ['changed'], 'штраф 500 ₽ → предупреждение'],
    ['an event that vanished', { events: [registered] }, {}, ['disappeared'], '1 марта 2026 — Регистрация дела → '],
    ['an appeal', {}, { appeal_date: '2026-03-09' }, ['appeal'], ' → 9 марта 2026'],
    ['another judge', { judge: 'Белоозёрова Н. В.' }, { judge: 'Прозорова А. Б.' }, ['changed'], 'Белоозёрова Н. В. → Прозорова А. Б.'],
    ['a name that the court hid', {}, { defendants: [{ name: 'Информация скрыта' }] }, ['disappeared'], 'Имена лиц скрыты судом → '],
    ['one name of two that the court hid', { defendants: [{ name: 'Ветрогонов Пётр Ильич' }, { name: 'Лугов Иван Ильич' }] }, { defendants: [{ name: 'Информация скрыта' }, { name: 'Лугов Иван Ильич' }] }, ['disappeared'], 'Имена лиц скрыты судом → '],
    ['another name', {}, { defendants: [{ name: 'Лугов Иван Ильич' }] }, ['changed'], 'Ветрогонов Пётр Ильич → Лугов Иван Ильич'],
    ['a name that the card says is hidden', {}, { defendants: [{ name: 'Ветрогонов Пётр Ильич', hidden: true }] }, ['disappeared'], 'Имена лиц скрыты судом → '],
    ['somebody beside whom the court hid before', { defendants: [{ name: 'Информация скрыта' }] }, { defendants: [{ name: 'Информация скрыта' }, { name: 'Лугов И.И.' }] }, ['changed'], ' → Лугов И.И.'],
    ['somebody beside whom the card said to be hidden, one of two', { defendants: [{ name: 'Ветрогонов П.И.', hidden: true }, { name: 'Рогов А.А.' }] }, { defendants: [{ name: 'Ветрогонов П.И.', hidden: true }] }, ['changed'], 'Рогов А.А. → '],
    ['a name that the court hid beside another judge', { judge: 'Рогова А. А.' }, { judge: 'Лугова А. А.', defendants: [{ name: 'Информация скрыта' }] }, ['disappeared', 'changed'], 'Рогова А. А. → Лугова А. А.\nИмена лиц скрыты судом → '],
    ['another judge in a case of whom the court hid', { judge: 'Рогова А. А.', defendants: [{ name: 'Информация скрыта' }] }, { judge: 'Лугова А. А.', defendants: [{ name: 'Информация скрыта' }] }, ['changed'], 'Рогова А. А. → Лугова А. А.'],
    ['an old event that was added late', {}, { events: [{ ...registered, date: '2024-03-01' }] }, [], ''],
    ['another address of the card', {}, { url: 'https://court.example/2' }, [], ''],
  ])('%s', (_, before, after, kinds, told) => {
    const news = change(before, after)
    expect(news.kinds).toEqual(kinds)
    expect(news.details.map(one => `${one.before ?? ''} → ${one.after ?? ''}`).join('\n').replaceAll('\u00a0', ' ')).toBe(told)
  })
  // biome-ignore format: a table reads best as one
  it.each<[what: string, before: Partial<CaseRecordInput>, after: Partial<CaseRecordInput>, told: [kind: string, is_possible: boolean | undefined, line: string][]]>([
    ['is set', {}, { events: [perhaps('2026-03-11', '10:00')] }, [['hearing_set', true, ' → 11 марта 2026, 10:00 — Явка']]],
    ['is set for the minute that is', {}, { events: [perhaps('2026-03-10', '12:00')] }, [['hearing_set', true, ' → 10 марта 2026, 12:00 — Явка']]],
    ['has begun a minute ago: it is an event', {}, { events: [perhaps('2026-03-10', '11:59')] }, [['event', undefined, ' → 10 марта 2026, 11:59 — Явка']]],
    ['has no hour: it is an event', {}, { events: [perhaps('2026-03-11')] }, [['event', undefined, ' → 11 марта 2026 — Явка']]],
    ['is moved', { events: [perhaps('2026-03-11', '10:00')] }, { events: [perhaps('2026-03-12', '10:00')] }, [['hearing_moved', true, '11 марта 2026, 10:00 — Явка → 12 марта 2026, 10:00 — Явка']]],
    ['is taken off', { events: [perhaps('2026-03-11', '10:00')] }, { events: [] }, [['hearing_cancelled', true, '11 марта 2026, 10:00 — Явка → ']]],
    ['is taken off when it has been', { events: [perhaps('2026-03-10', '10:00')] }, { events: [] }, [['disappeared', undefined, '10 марта 2026, 10:00 — Явка → ']]],
    ['goes, and a hearing of another day comes: nobody said that it moved', { events: [perhaps('2026-03-11', '10:00')] }, { events: [{ ...hearing('2026-03-12'), hall: '' }] }, [['hearing_set', undefined, ' → 12 марта 2026, 10:00 — Рассмотрение дела'], ['hearing_cancelled', true, '11 марта 2026, 10:00 — Явка → ']]],
    ['comes where a hearing goes: neither moved', { events: [{ ...hearing('2026-03-12'), hall: '' }] }, { events: [perhaps('2026-03-13', '10:00')] }, [['hearing_set', true, ' → 13 марта 2026, 10:00 — Явка'], ['hearing_cancelled', undefined, '12 марта 2026, 10:00 — Рассмотрение дела → ']]],
    ['goes beside a hearing that moves', { events: [perhaps('2026-03-11', '10:00'), { ...hearing('2026-03-12'), hall: '' }] }, { events: [{ ...hearing('2026-03-13'), hall: '' }] }, [['hearing_moved', undefined, '12 марта 2026, 10:00 — Рассмотрение дела → 13 марта 2026, 10:00 — Рассмотрение дела'], ['hearing_cancelled', true, '11 марта 2026, 10:00 — Явка → ']]],
    ['turns out to be one beside another that moves', { events: [perhaps('2026-03-11', '10:00'), { ...hearing('2026-03-12'), hall: '' }] }, { events: [{ ...hearing('2026-03-11'), hall: '' }, { ...hearing('2026-03-20'), hall: '' }] }, [['hearing_moved', undefined, '12 марта 2026, 10:00 — Рассмотрение дела → 20 марта 2026, 10:00 — Рассмотрение дела'], ['hearing_set', undefined, ' → 11 марта 2026, 10:00 — Рассмотрение дела']]],
    ['turns out to be one beside another of its kind that moves', { events: [perhaps('2026-03-11', '10:00'), perhaps('2026-03-12', '10:00')] }, { events: [{ ...hearing('2026-03-11'), hall: '' }, perhaps('2026-03-13', '10:00')] }, [['hearing_moved', true, '12 марта 2026, 10:00 — Явка → 13 марта 2026, 10:00 — Явка'], ['hearing_set', undefined, ' → 11 марта 2026, 10:00 — Рассмотрение дела']]],
    ['is called otherwise by somebody who still does not say what it is', { events: [perhaps('2026-03-11', '10:00')] }, { events: [{ ...perhaps('2026-03-11', '10:00'), type: 'Явка сторон' }] }, [['changed', undefined, '11 марта 2026, 10:00 — Явка → 11 марта 2026, 10:00 — Явка сторон']]],
    ['moves beside a hearing that moves, and is told first', { events: [{ ...hearing('2026-03-12'), hall: '' }, perhaps('2026-03-11', '10:00')] }, { events: [{ ...hearing('2026-03-14'), hall: '' }, perhaps('2026-03-13', '10:00')] }, [['hearing_moved', true, '11 марта 2026, 10:00 — Явка → 13 марта 2026, 10:00 — Явка'], ['hearing_moved', undefined, '12 марта 2026, 10:00 — Рассмотрение дела → 14 марта 2026, 10:00 — Рассмотрение дела']]],
    ['turns out to be one', { events: [perhaps('2026-03-11', '10:00')] }, { events: [{ ...hearing('2026-03-11'), hall: '' }] }, [['hearing_set', undefined, ' → 11 марта 2026, 10:00 — Рассмотрение дела']]],
  ])('what is perhaps a hearing %s', (_, before, after, told) => {
    const { details } = change(before, after)
    expect(details.map(one => [one.kind, one.is_possible, `${one.before ?? ''} → ${one.after ?? ''}`.replaceAll('\u00a0', ' ')])).toEqual(told)
  })
  it('does not take midnight, which an earlier format kept, for an hour that has gone', () => {
    const is = record({ events: [perhaps('2026-03-05', '00:00')] })
    const was = { ...is, events: [{ ...perhaps('2026-03-05', '00:00'), result: '', hall: '', note: '' }] }
    expect(newsOfChange(was, is, changesBetween(was, is), known)).toEqual({ kinds: [], details: [] })
  })
  it('tells a text that came, one that was replaced and one that vanished apart', () => {
    expect(change({}, { text: 'Решил.' }, textChange(null, '6 знаков')).kinds).toEqual(['text'])
    expect(change({}, { text: 'Решил.' }, textChange('Иначе.', '6 знаков')).kinds).toEqual(['changed'])
    expect(change({}, {}, textChange('Иначе.', null)).kinds).toEqual(['disappeared'])
  })
  it('of a new case says what has come of it already', () => {
    const whole = { result: 'Прекращено', appeal_result: 'Изменено', text: 'Решил.' }
    const { kinds, details } = newsOfNew(record({ events: [hearing('2026-03-20'), registered], ...whole }), known)
    expect(kinds.toSorted()).toEqual(['appeal', 'hearing_set', 'new', 'result', 'text'])
    expect(details).toEqual([
      { kind: 'hearing_set', before: null, after: expect.stringContaining('Рассмотрение дела') },
      { kind: 'result', before: null, after: 'Прекращено' },
      { kind: 'appeal', before: null, after: 'Изменено' },
    ])
    expect(newsOfNew(record(), known)).toEqual({ kinds: ['new'], details: [] })
    expect(newsOfNew(record({ entry_date: undefined }), known), 'without a date').toEqual({
      kinds: ['new'],
      details: [],
    })
  })
  it('shortens what is long, and of many changes tells the first fifty', () => {
    const told = (length: number) => change({}, { appeal_result: 'я'.repeat(length) }).details[0]?.after
    expect(told(300)).toBe('я'.repeat(300))
    expect(told(301)).toBe(`${'я'.repeat(300)}…`)
    const minutes = Array.from({ length: 51 }, (_, n) => ({ ...registered, time: `10:${String(n).padStart(2, '0')}` }))
    const { kinds, details } = change({}, { events: minutes, judge: 'Лугова А. А.' })
    expect(details).toHaveLength(50)
    expect(kinds.toSorted()).toEqual(['changed', 'event'])
  })
  describe.each([
    ['2026-03-10', ['2025-11-29', '2025-11-30', '2025-12-01']],
    // Of another day other days are recent.
    ['2026-03-11', ['2025-11-30', '2025-12-01', '2025-12-02']],
  ] as const)('on %s, what is', (today, [before, edge, after]) => {
    const on = { ...known, today }
    it.each([
      [before, false],
      [edge, true],
      [after, true],
    ])('of %s is news: %s (a hundred days)', (date, isTold) => {
      const is = record({ events: [{ ...registered, date }] })
      const none = { ...is, events: [] }
      expect(newsOfChange(none, is, changesBetween(none, is), on).kinds).toEqual(isTold ? ['event'] : [])
      expect(newsOfChange(is, none, changesBetween(is, none), on).kinds).toEqual(isTold ? ['disappeared'] : [])
      for (const said of [{ entry_date: date }, { result_date: date }, { result_published_date: date }])
        expect(newsOfNew(record({ entry_date: undefined, ...said }), on).kinds).toEqual(isTold ? ['new'] : [])
      expect(newsOfNew({ ...is, entry_date: undefined }, on).kinds).toEqual(isTold ? ['new'] : [])
    })
  })
  it('of a case of years ago says nothing: a past is being loaded', () => {
    const years = { entry_date: '2019-03-01', result_date: '2019-04-01' }
    expect(newsOfNew(record(years), known)).toEqual({ kinds: [], details: [] })
    expect(newsOfNew(record({ entry_date: '2019-03-01', result_date: '2026-03-01' }), known).kinds).toContain('new')
  })
  it('reads what an earlier format kept as far as it can', () =>
    expect(
      newsOfChange(
        { events: 'нет', defendants: 5 },
        record({ events: [registered] }),
        [{ field: 'events', before: null, after: 'x' }],
        known,
      ).kinds,
    ).toEqual(['event']))
})
