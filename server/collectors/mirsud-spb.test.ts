import { expect, it } from 'vitest'
import { caseRecord } from '../ingest/case-record.ts'
import { readPage } from './parse.ts'

// The shape of the answers of mirsud.spb.ru in 2020–2021; people and numbers are made up.
const detail = {
  finished: true,
  result: {
    id: '5-7/2026-20',
    court_number: '20',
    judge: 'Судьина Анна Ильинична',
    prev_reg_id: '5-700/2025-20',
    judicial_uid: '78MS0021-01-2026-000007-04',
    created_date: '14.04.2026',
    review_date: null,
    name: 'Дело об АП 5-7/2026-20',
    status: 'Вступило в силу',
    url: '/cases/detail/20/?id=5-7%2F2026-20',
    participants: [
      { title: 'Привлекаемое лицо', name: 'Ёлкин Пётр Ильич' },
      { title: 'Защитник', name: 'Защитина О.О.' },
    ],
    history: [
      {
        date: '14.05.2026',
        time: '10:45',
        status: 'Рассмотрение дела по существу / Рассмотрение отложено / Иные причины',
        publish_time: '00:00',
      },
      {
        date: '08.06.2026',
        time: '00:00',
        status: 'Рассмотрение дела по существу / Назначено административное наказание',
      },
      { date: '07.07.2026', time: '16:53', status: 'Вступление постановления (определения) в законную силу' },
    ],
    court_decisions: [{ url: '/case-decision/1/', created_date: '08.06.2026', filename: 'Постановление.doc' }],
    mood: 'пасмурно',
  },
}
const url = 'https://mirsud.spb.ru/cases/api/detail/?id=5-7/2026-20'
const read = (told: unknown) => readPage({ url, body: JSON.stringify(told) })

it('reads a case from an answer in JSON, and notes what it does not know (domain §6)', () => {
  const reading = read(detail)
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  expect(caseRecord.parse(reading.case)).toMatchObject({
    source_key: 'mirsud-spb|1-1|78ms0021-01-2026-000007-04|2026-04-14',
    former_keys: ['mirsud-spb|5-7/2026-20', 'mirsud-spb|5-700/2025-20'],
    type: 1,
    stage: 1,
    court: { vnkod: '78MS0021', title: 'Судебный участок № 20 Санкт-Петербурга' },
    case_number: '5-7/2026-20',
    other_numbers: ['5-700/2025-20'],
    entry_date: '2026-04-14',
    result_date: '2026-06-08',
    result: 'Назначено административное наказание',
    result_valid_date: '2026-07-07',
    defendants: [{ name: 'Ёлкин Пётр Ильич' }],
    participants: [{ role: 'advocate', name: 'Защитина О.О.' }],
    text_url: 'https://mirsud.spb.ru/case-decision/1/',
    url: 'https://mirsud.spb.ru/cases/detail/20/?id=5-7%2F2026-20',
  })
  expect(reading.case.events?.map(({ type, time, result, note }) => [type, time, result, note])).toEqual([
    ['Рассмотрение дела по существу', '10:45', 'Рассмотрение отложено', 'Иные причины'],
    ['Рассмотрение дела по существу', undefined, 'Назначено административное наказание', undefined],
    ['Вступление постановления (определения) в законную силу', '16:53', undefined, undefined],
  ])
  expect(reading.inferred?.map(({ field }) => field)).toEqual(['court', 'result'])
  expect(reading.notes).toContainEqual({ code: 'unknown_label', where: 'mood', value: '"пасмурно"' })
})

it('reads a list, and knows what is neither', () => {
  const row = {
    id: '5-7/2026-20',
    offenders: 'ООО «Луг, лес»; Ёлкин П.И.',
    article: 'ст. 20.1 ч. 1',
    date: '14.04.2026',
    status: 'Рассмотрение',
    url: '/cases/detail/20/',
    court_number: '20',
  }
  expect(read({ result: { data: [row], count: '1204' } })).toMatchObject({
    kind: 'list',
    total: 1204,
    rows: [
      {
        case_number: '5-7/2026-20',
        entry_date: '2026-04-14',
        people: ['ООО «Луг, лес»', 'Ёлкин П.И.'].map(name => ({ name, articles: 'ст. 20.1 ч. 1' })),
      },
    ],
  })
  for (const broken of ['{', '{"result": 5}', '[]']) expect(readPage({ url, body: broken }).kind).toBe('unknown')
  expect(read({ result: { ...detail.result, id: '2-7/2026-20' } })).toMatchObject({ kind: 'card', case: null })
})

const facts = (changes: object) => {
  const reading = read({ result: { ...detail.result, ...changes } })
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  const { result, result_date, result_valid_date } = reading.case
  return { result, result_date, result_valid_date, inferred: reading.inferred?.map(({ field }) => field) }
}
const ofSentence = {
  id: '1-7/2026-20',
  status: 'Вынесен приговор',
  history: [{ date: '08.06.2026', time: '12:00', status: 'Судебное заседание / Постановление приговора' }],
}
const act = (created_date: string, force_entry_date: string | null) => ({
  url: '/d/1/',
  created_date,
  force_entry_date,
})

it('takes the state of a case for its outcome where the hearing names none, and the force of the decision of that day', () => {
  expect(
    facts({ ...ofSentence, court_decisions: [act('08.06.2026', '24.06.2026'), act('20.05.2026', '20.05.2026')] }),
  ).toEqual({
    result: 'Вынесен ПРИГОВОР',
    result_date: '2026-06-08',
    result_valid_date: '2026-06-24',
    inferred: ['court', 'result', 'result_valid_date'],
  })
})

it.each([
  ['of another day', [act('20.05.2026', '20.05.2026')]],
  ['that are not all in force', [act('08.06.2026', '24.06.2026'), act('08.06.2026', null)]],
  ['of no day', []],
])('does not say from when a case is in force by decisions %s', (_, court_decisions) => {
  expect(facts({ ...ofSentence, court_decisions }).result_valid_date).toBeUndefined()
})

it('keeps what a hearing ended with where that is an outcome, or the state is none', () => {
  expect(facts({ status: 'Вынесен приговор' }).result).toBe('Назначено административное наказание')
  for (const status of ['Рассмотрение', 'Рассмотрено', null])
    expect(facts({ ...ofSentence, status }).result).toBe('Постановление приговора')
})

it.each<[status: string, result: string | undefined]>([
  ['Рассмотрение дела по существу / Перенесено на 20.06.2026 11:00', undefined],
  ['Рассмотрение дела по существу / Заседание не состоялось', undefined],
  ['Рассмотрение дела по существу / Производство приостановлено', undefined],
  ['Судебное заседание / Снято с рассмотрения', undefined],
  ['Судебное заседание / Назначена экспертиза', undefined],
  ['Рассмотрение дела по существу / Нет данных', undefined],
  ['Судебное заседание / Назначено судебное заседание', undefined],
  ['Судебное заседание / Отложено с 01.06.2026', undefined],
  ['Судебное заседание / Перенесено с 01.06.2026', undefined],
  ['Судебное заседание / Отменено', undefined],
  ['Судебное заседание / Допрос свидетеля', undefined],
  ['Судебное заседание / Иные причины', undefined],
  ['Судебное заседание / Вынесено постановление о приводе', undefined],
  ['Судебное заседание / Продлен срок рассмотрения', undefined],
  ['Судебное заседание / Объявлено в связи с отказом защитника', undefined],
  ['Судебное заседание / Ходатайство удовлетворено', undefined],
  ['Рассмотрение дела по существу / Рассмотрение продолжено', undefined],
  ...[
    'Передано по подсудности',
    'Передано по подсудности мировому судье',
    'Передано в другой суд',
    'Прекращено в связи с истечением срока давности',
    'Производство прекращено (истечение сроков давности)',
    'Назначен административный арест сроком на 10 суток',
    'Вынесено постановление',
    'Признана виновной',
    'Освобожден от административной ответственности',
    'Назначен административный арест',
    'Производство прекращено в связи с отменой закона',
    'Назначено административное приостановление деятельности',
    'Назначено лишение права управления',
    'Назначена дисквалификация',
    'Назначено предупреждение',
    'Назначено лишение свободы',
  ].map((result): [string, string] => [`Рассмотрение дела по существу / ${result}`, result]),
  ['Рассмотрение дела по существу / Назначено наказание', 'Назначено наказание'],
  ['Рассмотрение дела по существу / Назначен штраф', 'Назначен штраф'],
  ['Рассмотрение дела по существу / Назначено административное наказание', 'Назначено административное наказание'],
])('knows what ends a case from what moves it along: %s', (status, result) => {
  const history = [{ date: '08.06.2026', time: '12:00', status }]
  expect(facts({ status: 'Рассмотрение', history }).result).toBe(result)
})

const accused = (...names: string[]) =>
  names.map(name => ({ title: 'Лицо, в отношении которого ведется производство', name }))
it.each([
  ['the sole accused', accused('Ёлкин П.И.'), [['20.1'], []]],
  ['the case where they are two', accused('Ёлкин П.И.', 'Дубов О.О.'), [[], [], ['20.1']]],
])('gives the article to %s', (_, participants, expected) => {
  const reading = read({ result: { ...detail.result, participants, article: 'ст. 20.1 ч. 1' } })
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  const { defendants = [], articles = [] } = reading.case
  expect(
    [...defendants.map(one => one.articles ?? []), articles].map(list => list.map(one => one.article_number)),
  ).toEqual(expected)
})
