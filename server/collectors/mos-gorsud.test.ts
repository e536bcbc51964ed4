import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseRecord } from '../ingest/case-record.ts'
import type { PageReading } from './collector.ts'
import { mosGorsud } from './mos-gorsud.ts'
import { openPage } from './open-page.ts'
import { referenceCourts } from './reference-courts.ts'

// Structure as on mos-gorsud.ru in 2026 (and in 2019–2023 where said), content invented.
const read = (body: string, url: string): PageReading => ({
  layout: 'mos_gorsud',
  ...mosGorsud.read(openPage({ url, body }), referenceCourts),
})
const row = ([label, value]: readonly [string, string]) =>
  `<div class="row"><div class="left">\n ${label}\n</div><div class="right"> ${value} </div></div>`
const table = (title: string, head: string, ...rows: string[]) =>
  `<h3>${title}</h3><table class="custom_table mainTable"><thead><tr>${cells('th', head)}</tr></thead>
   <tbody>${rows.map(one => `<tr>${cells('td', one)}</tr>`).join('')}</tbody></table>`
const cells = (tag: string, line: string) =>
  line
    .split('|')
    .map(cell => `<${tag}> ${cell} </${tag}>`)
    .join('')

type Labelled = readonly (readonly [string, string])[]
const card = (
  number: string,
  labels: Labelled,
  tabs: Readonly<Record<string, string>> = {},
) => `<!DOCTYPE html><html lang="ru"><body>
  <a class="navigation__court-name">Тверской районный суд</a><div class="breadcrumb"><li>Дела</li><li>Дело</li></div>
  <h1>Информация по делу № ${number}</h1>
  <div class="detail-cart"><div class="card-sud">${[['Номер дела ~ материала', number] as const, ...labels].map(row).join('')}</div></div>
  <ul class="tablist__tabs">${Object.keys(tabs)
    .map((tab, at) => `<li class="tablist__tab" data-tab="tab-${at}">${tab}</li>`)
    .join('')}</ul>
  <ul class="tablist__panels">${Object.values(tabs)
    .map((body, at) => `<li class="tablist__panel" data-tab="tab-${at}">${body}</li>`)
    .join('')}</ul>
  <form id="subscriptionForm"><div class="left">Почта</div><div class="right">нет</div></form>
  <div class="modal-container"><div class="smart-captcha"></div></div></body></html>`
const url = (path: string) => `https://mos-gorsud.ru/${path}/details/0b1c2d3e-aaaa-4bbb-8ccc-1234567890ab`
const uid = [
  'Уникальный идентификатор дела',
  '77RS0027-02-2026-000123-45<i class="copy__copy">Скопировать</i>',
] as const

const states = (...rows: string[]) => table('История состояний', 'Дата|Состояние|Документ-основание', ...rows)
const sessions = (...rows: string[]) =>
  table(
    'Судебные заседания и беседы',
    'Дата и время|Зал|Стадия|Результат|Основание назначения судебного заседания|Тип судебного заседания/слушания',
    ...rows,
  )
const documents = (...rows: string[]) =>
  table('Документы из описи', 'Дата документа|Вид документа|Текст документа', ...rows)
const file = (id: string) => `<a href="/rs/tverskoj/cases/docs/content/${id}">Скачать файл</a>`

const caseOf = (reading: PageReading) => {
  if (reading.kind !== 'card' || reading.case === null) throw new Error(JSON.stringify(reading))
  return caseRecord.parse(reading.case)
}

const koap = card(
  '05-0123/2026 ∼ М-0045/2026',
  [
    uid,
    ['Дата поступления', '02.02.2026'],
    ['Привлекаемое лицо', 'Ёлкин П.С.'],
    ['Cудья', 'Тестова А.А.'],
    ['Статья КоАП РФ', 'Ст. 20.2, Ч.5'],
    [
      'Номер дела в суде вышестоящей инстанции',
      '<a href="/mgs/services/cases/review-not-yet/details/77">07-0777/2026</a>',
    ],
    ['Текущее состояние', 'Вступило в силу, 20.03.2026'],
    ['Результат рассмотрения', 'Вынесено постановление о назначении административного наказания'],
    ['Дата рассмотрения дела в первой инстанции', '10.02.2026'],
  ],
  {
    'Движение дела': `${states('02.02.2026|Зарегистрировано|', '20.03.2026|Вступило в силу|Постановление')}
        ${table('История местонахождения', 'Дата|Местонахождение|Комментарий', '03.02.2026|У судьи|')}`,
    'Судебные заседания': sessions('10.02.2026 9:30|301|Судебное заседание|Рассмотрение завершено|Назначено|Открытое'),
    Документы: documents(
      `03.02.2026|Определение о назначении дела|${file('1')}`,
      `10.02.2026|Постановление о назначении административного наказания|${file('2')}`,
    ),
  },
)

describe('a card of mos-gorsud.ru (domain §6)', () => {
  it('becomes a case of КоАП with everything a person can read', () => {
    const reading = read(koap, url('rs/tverskoj/services/cases/admin'))
    expect(caseOf(reading)).toMatchObject({
      source_key: 'mos-gorsud|0b1c2d3e-aaaa-4bbb-8ccc-1234567890ab',
      type: 1,
      stage: 1,
      court: { title: 'Тверской районный суд', region: 77, vnkod: '77RS0027' },
      case_number: '05-0123/2026',
      case_uid: '77RS0027-02-2026-000123-45',
      judge: 'Тестова А.А.',
      entry_date: '2026-02-02',
      result_date: '2026-02-10',
      result_valid_date: '2026-03-20',
      result: 'Вынесено постановление о назначении административного наказания',
      defendants: [{ name: 'Ёлкин П.С.', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] }],
      related: [{ case_number: '07-0777/2026' }],
      events: [
        { type: 'Зарегистрировано', date: '2026-02-02' },
        { type: 'Вступило в силу', date: '2026-03-20', note: 'Постановление' },
        {
          type: 'Судебное заседание',
          date: '2026-02-10',
          time: '09:30',
          hall: '301',
          result: 'Рассмотрение завершено',
          note: 'Назначено; Открытое',
        },
      ],
      text_url: 'https://mos-gorsud.ru/rs/tverskoj/cases/docs/content/2',
      url: url('rs/tverskoj/services/cases/admin'),
    })
    expect(reading).toMatchObject({
      notes: [],
      links: [{ number: '07-0777/2026', url: 'https://mos-gorsud.ru/mgs/services/cases/review-not-yet/details/77' }],
      card: { acts: [{ title: 'Определение о назначении дела, 03.02.2026' }, {}] },
    })
  })

  it('keeps the articles of each accused beside the name, and those who take part by their roles', () => {
    const sides =
      '<strong>Защитник: </strong>Дубов О.О.<br><p class="table-bold-text">Потерпевший</p>ООО «Лес, луг и поле»<br><strong>Потерпевший: </strong>Бедова Б.Б. (Ст. 158, Ч. 2), Орлова О.О. (отм. 01.02.2026) (Ст. 161, Ч. 1)<br><strong>Представитель: </strong>Сойкин С.С. (по доверенности)<br>'
    const uk = card('01-0009/2026', [
      uid,
      ['Подсудимый', 'Ясенев И.И. (Ст. 158, Ч. 2; Ст. 222, Ч. 1), Клёнов П.П. (отм. 01.02.2026) (Ст. 161, Ч. 1)'],
      ['Стороны', sides],
      ['Текущее состояние', 'Вынесен приговор, 05.05.2026'],
    ])
    expect(caseOf(read(uk, url('rs/tverskoj/services/cases/criminal')))).toMatchObject({
      type: 2,
      stage: 1,
      result: 'Вынесен ПРИГОВОР',
      result_date: '2026-05-05',
      defendants: [
        {
          name: 'Ясенев И.И.',
          articles: [
            { codex: 'uk', article_number: '158', part: '2' },
            { codex: 'uk', article_number: '222', part: '1' },
          ],
        },
        { name: 'Клёнов П.П.', articles: [{ codex: 'uk', article_number: '161', part: '1' }] },
      ],
      participants: [
        { role: 'advocate', name: 'Дубов О.О.' },
        { role: 'Потерпевший', name: 'ООО «Лес, луг и поле»' },
        { role: 'Потерпевший', name: 'Бедова Б.Б.' },
        { role: 'Потерпевший', name: 'Орлова О.О.' },
        { role: 'Представитель', name: 'Сойкин С.С. (по доверенности)' },
      ],
    })
  })

  it.each([
    ['Лицо, в отношении которого ведётся производство', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого судом рассматривается дело', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого применяются принудительные меры', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого разрешается вопрос', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого внесено представление', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого постановлен приговор', ['Ёлкин П.И.'], []],
    ['Лицо, в отношении которого применено насилие', [], ['Ёлкин П.И.']],
    ['Лицо, в отношении которого подсудимым применялось физическое насилие', [], ['Ёлкин П.И.']],
    ['Лицо, в отношении которого совершено правонарушение', [], ['Ёлкин П.И.']],
    ['Лицо, которому причинён вред', [], ['Ёлкин П.И.']],
  ])('whoever is named as «%s»', (role, accused, others) => {
    for (const sides of [
      [role, 'Ёлкин П.И.'] as const,
      ['Стороны', `<strong>${role}: </strong>Ёлкин П.И.<br>`] as const,
    ]) {
      const found = caseOf(read(card('05-0009/2026', [uid, sides]), url('rs/tverskoj/services/cases/admin')))
      expect(found.defendants.map(({ name }) => name)).toEqual(accused)
      expect(found.participants.map(({ name }) => name)).toEqual(others)
    }
  })

  it('of a higher court names the cases below it, and takes no date of theirs', () => {
    const appeal = card('10-1234/2026', [
      uid,
      ['Осужденный (оправданный, обвиняемый)', 'Ясенев И.И. (Ст. 158, Ч. 2)'],
      ['Дата рассмотрения дела в первой инстанции', '05.05.2026'],
      ['Дата поступления дела в апелляционную инстанцию', '01.06.2026'],
      ['Номер судебного состава', '7 (Осинова Н.Н.)'],
      ['Номер дела в суде нижестоящей инстанции', '01-0009/2026, 01-0008/2026'],
      ['Суд первой инстанции, судья', 'Тверской районный суд (Тестова А.А.)'],
      ['Текущее состояние', 'Рассмотрение'],
    ])
    const found = caseOf(read(appeal, url('mgs/services/cases/appeal-criminal')))
    expect(found).toMatchObject({
      stage: 2,
      court: { title: 'Московский городской суд', vnkod: '77OS0000' },
      judge: 'Осинова Н.Н.',
      entry_date: '2026-06-01',
      related: [
        { case_number: '01-0009/2026', court: 'Тверской районный суд' },
        { case_number: '01-0008/2026', court: 'Тверской районный суд' },
      ],
    })
    expect([found.result, found.result_date]).toEqual([undefined, undefined])
  })

  it('of a higher court has what it decided, and a dash for a result hides no state', () => {
    const base = [uid, ['Лицо', 'Ёлкин П.С.'], ['Решение первой инстанции', 'Назначено наказание']] as const
    const higher = card('07-0001/2026', [...base, ['Решение апелляционной инстанции', 'Оставлено без изменения']])
    expect(caseOf(read(higher, url('mgs/services/cases/review-not-yet'))).result).toBe('Оставлено без изменения')
    const state = card('05-0001/2026', [
      uid,
      ['Результат рассмотрения', '-'],
      ['Текущее состояние', 'Прекращено, 12.03.2026'],
    ])
    expect(caseOf(read(state, url('rs/tverskoj/services/cases/admin')))).toMatchObject({
      result: 'Прекращено',
      result_date: '2026-03-12',
    })
  })

  // biome-ignore format: a table reads best as one
  it.each([
    ['чт, 12.02.2026 10:00|305|Судебное заседание|Отложено||', ['2026-02-12 10:00: Отложено']],
    ['12.02.2026 10:00|305|Судебное заседание|Нет данных||', ['2026-02-12 10:00: ']],
    ['12 февраля 2026 10:00|305|Судебное заседание|Отложено||', ['2026-02-12 10:00: Отложено']],
    ['12 февраля 2026 года, 10:00|305|Судебное заседание|Отложено||', ['2026-02-12 10:00: Отложено']],
    ['12.02.2026 10:00 перенесено с 12.02.2026 10:00 на 12.03.2026 11:00|305|Судебное заседание|||', ['2026-02-12 10:00: перенесено с 12.02.2026 10:00 на 12.03.2026 11:00', '2026-03-12 11:00: ']],
    ['12.03.2026 11:00 перенесено с 12.02.2026 10:00 на 12.03.2026 11:00|305|Судебное заседание|||', ['2026-03-12 11:00: ']],
    ['12.02.2026 10:00 – перенесено на 12.03.2026 11:00|305|Судебное заседание|||', ['2026-02-12 10:00: перенесено на 12.03.2026 11:00', '2026-03-12 11:00: ']],
    ['12.02.2026<br>10:00<br>перенесено на 12.03.2026 11:00|305|Судебное заседание|||', ['2026-02-12 10:00: перенесено на 12.03.2026 11:00', '2026-03-12 11:00: ']],
    ['12.02.2026 10:00 - отложено|305|Судебное заседание|Отложено||', ['2026-02-12 10:00: Отложено']],
    ['12.02.2026 10:00 снято с рассмотрения|305|Судебное заседание|||', ['2026-02-12 10:00: снято с рассмотрения']],
    ['12.02.2026 10:00 – отложено на 12.03.2026|305|Беседа|||', ['2026-02-12 10:00: отложено на 12.03.2026']],
    ['12.02.2026 10:00|305|Судебное заседание|Перенесено по причинам: Неявка защитника||', ['2026-02-12 10:00: Перенесено по причинам: Неявка защитника']],
  ])('says that a hearing was put off where its cell does: %s', (session, told) => {
    const events = caseOf(read(card('05-0001/2026', [uid], { Заседания: sessions(session) }), url('rs/tverskoj/services/cases/admin'))).events
    expect(events?.map(({ date, time, result = '' }) => `${date} ${time}: ${result}`)).toEqual(told)
  })

  it('of the layout of 2019–2023 is read as well, its clones for narrow screens are not', () => {
    const old = `<html><body><h1>Информация по делу</h1>${[
      uid,
      ['Номер дела', '12-0007/2026'] as const,
      ['Привлекаемое лицо', 'АО «Ромашка»'] as const,
    ]
      .map(
        ([label, value]) =>
          `<div class="row_card"><div class="left">${label}</div><div class="right">${value}</div></div>`,
      )
      .join('')}
      <div id="state-history">${states('01.02.2026|Зарегистрировано|')}</div>
      <div id="sessions">${sessions('02.03.2026 10:00|1|Судебное заседание|Отложено||').replace('<tbody>', '<tbody><tr></tr>')}</div>
      <div id="modalTable"><div id="sessions">${sessions('02.03.2026 10:00|1|Судебное заседание|Отложено||')}</div></div></body></html>`
    expect(caseOf(read(old, url('rs/tverskoj/services/cases/appeal-admin')))).toMatchObject({
      type: 1,
      stage: 2,
      case_number: '12-0007/2026',
      defendants: [{ name: 'АО «Ромашка»' }],
      events: [{ type: 'Зарегистрировано' }, { type: 'Судебное заседание', time: '10:00', result: 'Отложено' }],
    })
  })

  it('tells of every label, role, state and table that it does not know', () => {
    const strange = card(
      '05-0001/2026',
      [
        uid,
        ['Цвет папки', 'синий'],
        ['Текущее состояние', 'Улетело, 01.02.2026'],
        ['Стороны', '<p>Звездочёт</p>Орлов О.О.<br>'],
      ],
      { 'Движение дела': table('История полётов', 'Дата|Куда', '01.02.2026|на юг') },
    )
    const reading = read(strange, url('rs/tverskoj/services/cases/admin'))
    expect(reading.notes).toEqual(
      expect.arrayContaining([
        { code: 'unknown_label', where: 'Дело: Цвет папки', value: 'синий' },
        { code: 'unknown_role', where: 'Стороны', value: 'Звездочёт' },
        { code: 'unknown_label', where: 'Дело: Текущее состояние', value: 'Улетело, 01.02.2026' },
        expect.objectContaining({ code: 'unknown_column', where: 'Движение дела: История полётов: Куда' }),
      ]),
    )
    expect(caseOf(reading)).toMatchObject({ participants: [{ role: 'Звездочёт', name: 'Орлов О.О.' }] })
    expect(caseOf(reading).result).toBeUndefined()
  })

  const admin = url('rs/tverskoj/services/cases/admin')
  // biome-ignore format: a table reads best as one
  it.each<[state: string, told: [result?: string, day?: string], noted: boolean]>([
    ['Сдано в архив, 01.03.2026', [], true],
    ['Передано в экспедицию, 01.03.2026', [], true],
    ['Направлено в вышестоящий суд, 01.03.2026', [], true],
    ['Объявлен перерыв до 01.03.2026', [], true],
    ['Не вступило в силу, 01.03.2026', [], true],
    ['Судебное следствие', [], true],
    ['Назначено судебное заседание, 01.03.2026', [], false],
    ['Передано по подсудности, 01.03.2026', ['Передано по подсудности', '2026-03-01'], false],
    ['Назначено административное наказание, 01.03.2026', ['Назначено административное наказание', '2026-03-01'], false],
    ['Осужден, 01.03.2026', ['Осужден', '2026-03-01'], false],
    ['Присоединено к другому делу, 01.03.2026', ['Присоединено к другому делу', '2026-03-01'], false],
  ])('takes no stage for an outcome: «%s»', (state, [result, day], noted) => {
    const reading = read(card('05-0001/2026', [uid, ['Текущее состояние', state]]), admin)
    expect([caseOf(reading).result, caseOf(reading).result_date]).toEqual([result, day])
    expect(reading.notes.some(({ where }) => where === 'Дело: Текущее состояние')).toBe(noted)
  })

  const accused = 'Привлекаемое лицо'
  // biome-ignore format: a table reads best as one
  it.each<[sides: string, people: string[], others?: string[]]>([
    [`<p>${accused}</p><div>Ёлкин П.С.</div><div>Сосна А.А.</div>`, ['Ёлкин П.С.', 'Сосна А.А.']],
    [`<p>${accused}</p><ul><li>Ёлкин П.С.</li><li>Сосна А.А.</li></ul>`, ['Ёлкин П.С.', 'Сосна А.А.']],
    [`<p>${accused}</p><p>Ёлкин П.С.</p><p>Информация скрыта</p>`, ['Ёлкин П.С.', 'Информация скрыта']],
    [`${accused}: Ёлкин П.С.<br>Защитник: Дубов О.О.`, ['Ёлкин П.С.'], ['advocate: Дубов О.О.']],
    [`<span>${accused}</span> Ёлкин П.С.<br><span>Защитник</span> Дубов О.О.`, ['Ёлкин П.С.'], ['advocate: Дубов О.О.']],
    [`<p>${accused}</p><a href="/x">Ёлкин П.С.</a>, <nobr>Сосна А.А.</nobr>`, ['Ёлкин П.С.', 'Сосна А.А.']],
    [`<p>${accused}</p>ООО «Луг: лес»`, ['ООО «Луг: лес»']],
    [`<p>${accused}</p><div>ООО «Луг<br>и лес»</div><div>Сосна А.А.<br>ст. 20.2 ч. 5</div>`, ['ООО «Луг и лес»', 'Сосна А.А. ст. 20.2 ч. 5']],
    [`${accused}: Ёлкин П.С., защитник: Дубов О.О.`, ['Ёлкин П.С.'], ['advocate: Дубов О.О.']],
    ['Дубов О.О. <i>адвокат</i><br>Сосна А.А. <i>представитель</i>', [], ['Стороны: Дубов О.О. адвокат', 'Стороны: Сосна А.А. представитель']],
    [`<p>${accused}</p>Ёлкин П.С.<br><p>Защитник</p><span>Адвокат Дубов О.О.</span>`, ['Ёлкин П.С.'], ['advocate: Адвокат Дубов О.О.']],
  ])('keeps people apart, however they stand: %s', (sides, people, others = []) => {
    const found = caseOf(read(card('05-0001/2026', [uid, ['Стороны', sides]]), admin))
    expect(found.defendants?.map(({ name }) => name)).toEqual(people)
    expect(found.participants?.map(({ role, name }) => `${role}: ${name}`)).toEqual(others)
  })

  it('names an accused of two labels once, and gives each the articles on the line below', () => {
    const sides = `<p>${accused}</p>Ёлкин П.С.<br>(Ст. 20.2, Ч. 5)<br>Сосна А.А.<br>(Ст. 19.3, Ч. 1)<br>`
    const twice = [
      ['Стороны', sides],
      [accused, 'Ёлкин П.С.'],
    ] as const
    const { defendants = [] } = caseOf(read(card('05-0001/2026', [uid, ...twice]), admin))
    expect(defendants.map(({ name, articles }) => [name, articles?.map(one => one.article_number).join()])).toEqual([
      ['Ёлкин П.С.', '20.2'],
      ['Сосна А.А.', '19.3'],
    ])
  })

  it('takes two of one name under one label for two, whoever another label names', () => {
    const labels = [
      ['Подсудимый', 'Ёлкин П.С. (Ст. 158, Ч. 1)'],
      ['Осужденный', 'Ёлкин П.С. (Ст. 158, Ч. 1), Ёлкин П.С. (Ст. 162, Ч. 1)'],
    ] as const
    const { defendants = [] } = caseOf(read(card('05-0001/2026', [uid, ...labels]), admin))
    expect(defendants.map(({ articles }) => articles?.map(one => one.article_number))).toEqual([['158'], ['162']])
  })

  it('takes no writs nor complaints for events', () => {
    const tabs = {
      Документы:
        table('Исполнительные документы', 'Дата|Состояние', '02.03.2026|Выдан') +
        table('Обжалование', 'Дата|Состояние|Суд', '02.03.2026|Подана|Мосгорсуд'),
    }
    expect(caseOf(read(card('05-0001/2026', [uid], tabs), admin)).events).toEqual([])
  })

  it('reads its tabs by their order where they have no names, and sessions under any title', () => {
    const session = '12.02.2026 10:00|305|Судебное заседание|Отложено||'
    const tabs = {
      'Движение дела': states('02.02.2026|Зарегистрировано|'),
      Заседания: sessions(session).replace(/<h3>.*?<\/h3>/, '<h3>Слушания</h3>'),
    }
    const html = card('05-0001/2026', [uid], tabs).replaceAll(/ data-tab="[^"]*"/g, '')
    expect(caseOf(read(html, admin)).events).toMatchObject([
      { type: 'Зарегистрировано' },
      { type: 'Судебное заседание', time: '10:00', hall: '305', result: 'Отложено' },
    ])
  })

  it('of civil matters is a card and no case of ours', () => {
    expect(read(card('02-0001/2026', [uid]), url('rs/tverskoj/services/cases/civil'))).toMatchObject({
      kind: 'card',
      case: null,
      notes: [{ code: 'other_proceedings', value: 'civil' }],
    })
  })
})

describe('a list of mos-gorsud.ru', () => {
  const headings = '№ дела ~ материала|Стороны|Текущее состояние|Судья|Статья|Категория дела|Список дел'
  const listed = (href: string, number: string) =>
    `<nobr><a href="${href}?codex=1">${number}</a></nobr> ∼ <nobr>М-0045/2026</nobr>`
  const list = (...rows: string[]) =>
    `<html><body>${table('', headings, ...rows)}<ul class="pagination"><a href="/search?page=1">1</a><a href="/search?page=2">2</a></ul></body></html>`
  const path = '/rs/tverskoj/services/cases/admin/details/0b1c2d3e'

  it('gives each row with its people, articles, court and state; a cut cell is read whole', () => {
    const whole =
      '&lt;div class=&quot;right&quot;&gt;&lt;p&gt;Привлекаемое лицо&lt;/p&gt;Ёлкин П.С., Сосна А.А.&lt;br&gt;&lt;/div&gt;'
    const reading = read(
      list(
        `${listed(path, '05-0123/2026')} (05-0100/2025)|<div data-full-text="${whole}">Привлекаемое лицо Ёлк… раскрыть</div>|Прекращено, 10.02.2026|Тестова А.А.|Ст. 20.2, Ч.5||<a>Дела об АП (Тверской районный суд)</a>`,
      ),
      'https://mos-gorsud.ru/search',
    )
    expect(reading).toMatchObject({
      kind: 'list',
      total: null,
      next_url: 'https://mos-gorsud.ru/search?page=2',
      rows: [
        {
          case_number: '05-0123/2026',
          url: `https://mos-gorsud.ru${path}`,
          source_key: 'mos-gorsud|0b1c2d3e',
          people: [
            { name: 'Ёлкин П.С.', articles: 'Ст. 20.2, Ч.5' },
            { name: 'Сосна А.А.', articles: 'Ст. 20.2, Ч.5' },
          ],
          judge: 'Тестова А.А.',
          court: 'Тверской районный суд',
          state: 'Прекращено, 10.02.2026',
          result: 'Прекращено',
          result_date: '2026-02-10',
        },
      ],
    })
  })

  it('says how many there are, and leads on where only the last page is linked', () => {
    const some = `<p>Найдено: 1 204</p>${table('', headings, `${listed(path, '05-0123/2026')}||||||`)}<a class="intheend" href="/search?page=81">»</a>`
    expect(read(some, 'https://mos-gorsud.ru/search?codex=1&page=7')).toMatchObject({
      kind: 'list',
      total: 1204,
      next_url: 'https://mos-gorsud.ru/search?codex=1&page=8',
    })
  })

  it('without rows is an answer of its own', () => {
    const cut = `<p>Найдено: 25</p>${list()}`
    expect(read(cut, 'https://mos-gorsud.ru/search')).toMatchObject({ kind: 'list', total: 25, rows: [] })
    expect(read(list(), 'https://mos-gorsud.ru/search')).toMatchObject({ kind: 'nothing_found' })
    expect(read('<p>По вашему запросу ничего не найдено</p>', 'https://mos-gorsud.ru/search').kind).toBe(
      'nothing_found',
    )
  })
})

describe('other answers of mos-gorsud.ru', () => {
  it.each([
    ['unavailable', '<h1>503 Service Unavailable</h1>'],
    ['moved', '<h1>Страница не найдена</h1>'],
    ['blocked', '<h1>Доступ к сайту ограничен</h1>'],
    ['blocked', '<form><div class="smart-captcha"></div></form>'],
    ['unknown', '<p>Новости</p><div class="modal-container"><div class="smart-captcha"></div></div>'],
    ['unknown', '<h1>Добро пожаловать</h1>'],
  ])('%s', (kind, body) => {
    expect(read(body, url('rs/tverskoj/services/cases/admin')).kind).toBe(kind)
  })
})

describe('searches of mos-gorsud.ru (domain §6)', () => {
  const court = { title: 'Тверской районный суд', url: 'https://mos-gorsud.ru/rs/tverskoj' }
  const cityCourt = { title: 'Московский городской суд', url: 'https://mos-gorsud.ru/mgs' }
  const days = { from: '2026-02-01', to: '2026-02-07' }
  const asked = (address: string | undefined) => Object.fromEntries(new URL(address ?? '').searchParams)

  it('ask for a court, codex, instance, article and days', () => {
    const [address, ...more] = mosGorsud.searchUrls({
      court,
      type: 1,
      stage: 1,
      ...days,
      article: 'ст.20.2 ч.5',
      page: 3,
    })
    expect(more).toEqual([])
    expect(address).toMatch(/^https:\/\/mos-gorsud\.ru\/mgs\/search\?/)
    expect(asked(address)).toMatchObject({
      courtAlias: 'tverskoj',
      processType: '3',
      instance: '1',
      codex: 'Ст. 20.2, Ч.5',
      caseDateFrom: '01.02.2026',
      caseDateTo: '07.02.2026',
      page: '3',
    })
    expect(asked(mosGorsud.searchUrls({ court, type: 2, stage: 1, ...days, article: '158 ч.2' })[0])).toMatchObject({
      processType: '6',
      codex: 'Ст. 158, Ч. 2',
    })
  })

  it('ask the city court in every instance that the site divides our second one into', () => {
    const instances = (type: 1 | 2) =>
      mosGorsud.searchUrls({ court: cityCourt, type, stage: 2, ...days }).map(address => asked(address).instance)
    expect(instances(1)).toEqual(['2', '3'])
    expect(instances(2)).toEqual(['2', '3', '4'])
  })
})

describe('a page that is cut, doubled or spoilt', () => {
  it('is read without an error, and a case of it is a case', () => {
    const rubbish = fc.constantFrom(
      '',
      '<td>',
      '</div>',
      '<table class="custom_table">',
      '|',
      '\0',
      '99.99.2026',
      '(',
      '«',
    )
    const spoilt = fc.tuple(fc.nat(koap.length), fc.nat(400), rubbish)
    fc.assert(
      fc.property(fc.array(spoilt, { minLength: 1, maxLength: 4 }), changes => {
        const body = changes.reduce((html, [at, length, by]) => html.slice(0, at) + by + html.slice(at + length), koap)
        const reading = read(body, url('rs/tverskoj/services/cases/admin'))
        if (reading.kind === 'card' && reading.case !== null) caseRecord.parse(reading.case)
      }),
      { numRuns: 25 },
    )
  })
})

it('reads a card of a magistrate of Moscow, whose district stands in the address (mos-sud.ru)', () => {
  const html = card('05-0042/424/2026', [
    ['Уникальный идентификатор дела', '77MS0424-01-2026-000042-10'],
    ['Дата регистрации', '14.05.2026'],
    ['Стороны', '<p>Привлекаемое лицо</p>Ёлкин П.И.<br>'],
    ['Статья КоАП РФ', 'Ст. 12.8, Ч. 1'],
  ])
  const at = (section: string) =>
    read(html, `https://mos-sud.ru/424/cases/${section}/details/0B1C2D3E-aaaa-4bbb-8ccc-1234567890ab?caseNumber=1`)
  expect(caseOf(at('admin'))).toMatchObject({
    source_key: 'mos-sud|424|0b1c2d3e-aaaa-4bbb-8ccc-1234567890ab',
    url: 'https://mos-sud.ru/424/cases/admin/details/0B1C2D3E-aaaa-4bbb-8ccc-1234567890ab',
    type: 1,
    stage: 1,
    court: { vnkod: '77MS0424' },
    case_number: '05-0042/424/2026',
    defendants: [{ name: 'Ёлкин П.И.', articles: [{ article_number: '12.8', part: '1' }] }],
  })
  expect(at('civil')).toMatchObject({ kind: 'card', case: null })
})

it('reads labels that a Latin letter stands in, and an outcome with its day', () => {
  const html = (outcome: string, more: Labelled) =>
    card('05-0042/424/2026', [
      ['Cтороны', '<strong>Потерпевший: </strong>Орлова О.О.<br><strong>Привлекаемое лицо: </strong>Ёлкин П.И.<br>'],
      ['Статья КоAП РФ', 'Ст. 12.8, Ч. 1'],
      ...more,
      ['Решение первой инстанции', outcome],
      ['Текущее состояние', 'Изменено, 03.03.2026'],
    ])
  const found = (outcome: string, path: string, ...more: Labelled) => caseOf(read(html(outcome, more), path))
  const first = found('Прекращено, 02.03.2026', url('rs/tverskoj/services/cases/admin'))
  expect(first).toMatchObject({
    result: 'Прекращено',
    result_date: '2026-03-02',
    defendants: [{ name: 'Ёлкин П.И.', articles: [{ article_number: '12.8', part: '1' }] }],
    participants: [{ role: 'Потерпевший', name: 'Орлова О.О.' }],
  })
  const own = ['Дата рассмотрения дела в первой инстанции', '01.03.2026'] as const
  const dated = found('Прекращено, 02.03.2026', url('rs/tverskoj/services/cases/admin'), own)
  expect(dated.result_date).toBe('2026-03-01')
  // What the court below decided is no outcome of the one above.
  const second = found('Прекращено, 02.03.2026', url('mgs/services/cases/review-not-yet'))
  expect([second.result, second.result_date]).toEqual(['Изменено', '2026-03-03'])
})

it('tells the court by the address of the card, not by the site that shows it', () => {
  const html = card('05-0817/2026', [uid, ['Стороны', '<p>Привлекаемое лицо</p>Ёлкин П.И.']]).replace(
    '<form id="subscriptionForm">',
    '<form id="subscriptionForm"><input name="courtCode" value="77OS0000">',
  )
  expect(caseOf(read(html, url('rs/tverskoj/services/cases/admin'))).court.vnkod).toBe('77RS0027')
})
