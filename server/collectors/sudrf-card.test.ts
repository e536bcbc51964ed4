import { describe, expect, it } from 'vitest'
import { headedTable, labelTable, tabsCard } from '../../test/court-pages.ts'
import { cardCourt, cardUrl, courts, host, koapCard } from '../../test/koap-card.ts'
import type { CourtDirectory } from './collector.ts'
import { readPage } from './parse.ts'
import { inWindows1251 } from './site-address.ts'

const cardOf = (body: string | Uint8Array, url = cardUrl) => {
  const reading = readPage({ url, body }, courts)
  if (reading.kind !== 'card') throw new Error(`It is ${reading.kind}`)
  return reading
}

describe('a card of the tabs layout', () => {
  it('becomes the case a person reads on it (domain §6)', () => {
    const { case: record, notes, card } = cardOf(inWindows1251(koapCard))
    expect(record).toEqual({
      source_key: 'sudrf|zarechny.prm.sudrf.ru|ab12-cd',
      type: 1,
      stage: 1,
      court: cardCourt,
      case_number: '5-17/2026',
      case_uid: '59RS9901-01-2026-000017-11',
      protocol_number: '59 АБ № 000017',
      judge: 'Судьина А.И.',
      entry_date: '2026-02-02',
      result_date: '2026-02-16',
      result: 'Вынесено постановление о назначении административного наказания',
      result_ground: 'п.1 ч.1 ст.29.9 КоАП РФ',
      appeal_date: '2026-03-20',
      appeal_result: 'Без изменения',
      articles: [],
      defendants: [
        {
          name: 'Ёлкин Пётр Ильич',
          articles: [
            { codex: 'koap', article_number: '20.2', part: '5' },
            { codex: 'koap', article_number: '19.3', part: '1' },
          ],
        },
      ],
      participants: [
        { role: 'advocate', name: 'Защитина О.О.' },
        { role: 'Потерпевший', name: 'Информация скрыта' },
      ],
      events: [
        { type: 'Передача дела судье', date: '2026-02-02', time: '09:05' },
        {
          type: 'Рассмотрение дела по существу',
          date: '2026-02-16',
          time: '09:30',
          hall: '105',
          result: 'Рассмотрение отложено',
          note: 'Прочие основания; по ходатайству',
        },
      ],
      related: [{ case_number: '12-9/2026' }],
      text: 'Дело № 5-17/2026\nп о с т а н о в и л:\nназначить штраф <сумма>.',
      url: cardUrl,
    })
    expect(card.published).toBe('02.02.2026 10:00')
    // Of the two decisions the one that ends the case is its text; the other stays on the card.
    expect(notes.map(({ code }) => code)).toEqual(['several_texts'])
    expect(card.acts.map(({ title }) => title)).toEqual([
      'Судебный акт #1 (Определение)',
      'Судебный акт #2 (Постановление)',
    ])
  })

  it('names the case of the lower court on a card of a review', () => {
    const { case: record, notes } = cardOf(
      tabsCard({
        number: '12-9/2026 (12-400/2025;)',
        catalogue: 'Дела об административных правонарушениях - жалобы на постановления',
        tabs: [
          { title: 'ДЕЛО', html: labelTable('ДЕЛО', [['Дата поступления', '05.03.2026']]) },
          {
            title: 'РАССМОТРЕНИЕ В НИЖЕСТОЯЩЕМ СУДЕ',
            html: labelTable('РАССМОТРЕНИЕ В НИЖЕСТОЯЩЕМ СУДЕ', [
              ['Суд (судебный участок) первой инстанции', 'Судебный участок № 4'],
              ['Номер дела в первой инстанции', '5-17/2026'],
              ['Дата рассмотрения', '16.02.2026'],
            ]),
          },
        ],
      }),
    )
    expect(record).toMatchObject({
      type: 1,
      stage: 2,
      case_number: '12-9/2026',
      other_numbers: ['12-400/2025'],
      related: [{ case_number: '5-17/2026', court: 'Судебный участок № 4' }],
    })
    expect(record?.result_date).toBeUndefined()
    expect(notes).toEqual([])
  })

  it('lists the accused of a criminal case, and takes what all of them share for the result', () => {
    const { case: record } = cardOf(
      tabsCard({
        number: '1-5/2026',
        catalogue: 'Уголовные дела - первая инстанция',
        tabs: [
          { title: 'ДЕЛО', html: labelTable('ДЕЛО', [['Дело находится в производстве судьи', 'Судьина А.И.']]) },
          {
            title: 'ЛИЦА',
            html: headedTable('ЛИЦА', [
              [
                'Фамилия / наименование',
                'Перечень статей',
                'Дата рассмотрения дела в отношении лица',
                'Результат в отношении лица',
              ],
              ['Первый И.И.', 'ст.30 ч.3 - ст.158 ч.2 п.а УК РФ', '10.03.2026', 'Вынесен ПРИГОВОР'],
              ['Вторая А.А.', 'ст.158 ч.2 п.а УК РФ', '10.03.2026', 'Вынесен ПРИГОВОР'],
            ]),
          },
        ],
      }),
    )
    expect(record).toMatchObject({
      type: 2,
      stage: 1,
      judge: 'Судьина А.И.',
      result: 'Вынесен ПРИГОВОР',
      result_date: '2026-03-10',
      defendants: [{ name: 'Первый И.И.' }, { name: 'Вторая А.А.' }].map(person => ({
        ...person,
        articles: [{ codex: 'uk', article_number: '158', part: '2' }],
      })),
    })
  })

  it('reports every word it does not know, and drops none', () => {
    const { case: record, notes } = cardOf(
      tabsCard({
        number: '5-1/2026',
        catalogue: 'Дела об административных правонарушениях - первая инстанция',
        tabs: [
          {
            title: 'ДЕЛО',
            html: labelTable('ДЕЛО', [
              ['Дата поступления', '31.02.2026'],
              ['Настроение судьи', 'хорошее'],
              ['Результат рассмотрения', 'Дело отложено до лучших времён'],
            ]),
          },
          {
            title: 'ДВИЖЕНИЕ ДЕЛА',
            html: headedTable('ДВИЖЕНИЕ ДЕЛА', [
              ['Наименование события', 'Дата', 'Время', 'Погода'],
              ['Явление кометы', '01.02.2026', '25:00', 'ясно'],
              ['Передача дела судье', 'вчера', '', ''],
            ]),
          },
          {
            title: 'СТОРОНЫ ПО ДЕЛУ',
            html: headedTable('СТОРОНЫ ПО ДЕЛУ', [
              ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
              ['ЗВЕЗДОЧЁТ', 'Кометин А.А.', ''],
              ['', 'Неназванная Р.Р.', 'ст.20.2 ч.5 КоАП РФ'],
              ['ПРИВЛЕКАЕМОЕ ЛИЦО', 'Ёлкин П.И.', 'за шум'],
            ]),
          },
          { title: 'ГОРОСКОП', html: labelTable('ГОРОСКОП', [['Знак', 'Весы']]) },
        ],
      }),
    )
    expect(notes.map(({ code, value }) => [code, value])).toEqual([
      ['unreadable_date', '31.02.2026'],
      ['unknown_label', 'хорошее'],
      ['unknown_label', 'Весы'],
      ['unknown_role', 'ЗВЕЗДОЧЁТ'],
      ['unknown_role', 'ст.20.2 ч.5 КоАП РФ'],
      ['unreadable_article', 'за шум'],
      ['unknown_column', 'ясно'],
      ['unknown_event', 'Явление кометы'],
      ['unreadable_time', '25:00'],
      ['unreadable_date', 'вчера'],
      ['unknown_result', 'Дело отложено до лучших времён'],
    ])
    expect(record).toMatchObject({
      result: 'Дело отложено до лучших времён',
      participants: [
        { role: 'ЗВЕЗДОЧЁТ', name: 'Кометин А.А.' },
        { role: 'роль не указана', name: 'Неназванная Р.Р.' },
      ],
      events: [{ type: 'Явление кометы', date: '2026-02-01' }],
    })
  })

  it('makes no case of civil proceedings, nor of a court nobody knows', () => {
    const civil = cardOf(
      tabsCard({
        number: '2-5/2026',
        catalogue: 'Гражданские дела - первая инстанция',
        tabs: [{ title: 'ДЕЛО', html: '' }],
      }),
    )
    expect([civil.case, civil.notes.map(({ code }) => code)]).toEqual([null, ['other_proceedings']])
    const nowhere = 'https://example.com/modules.php?name_op=case'
    const nobodys = koapCard.replaceAll('59RS0001', '').replace(/<title>.*<\/title>/, '<title>Сайт</title>')
    const anywhere = cardOf(nobodys, nowhere)
    expect([anywhere.case, anywhere.notes.map(({ code }) => code)]).toEqual([null, ['unknown_court']])
  })

  it('knows its court by the title of the page where neither host nor links tell, and says so', () => {
    const nowhere = 'https://example.com/modules.php?name_op=case'
    const bare = koapCard.replaceAll('59RS0001', '')
    const read = (ofTitle?: CourtDirectory['ofTitle']) => {
      const reading = readPage({ url: nowhere, body: bare }, { ...courts, ...(ofTitle && { ofTitle }) })
      return reading.kind === 'card' ? [reading.case?.court, reading.inferred?.[0]?.certainty] : []
    }
    expect(read(title => (title === cardCourt.title ? cardCourt : undefined))).toEqual([cardCourt, 0.98])
    expect(read()).toEqual([{ title: cardCourt.title, region: 59 }, 0.9])
  })

  it('keeps its identity when it moves to another server and address', () => {
    const moved = `${host.replace('--', '.')}/modules.php?name=sud_delo&srv_num=2&name_op=case&case_id=90017&case_uid=ab12-cd&delo_id=1500001&nc=1`
    expect(cardOf(koapCard, moved).case?.source_key).toBe(cardOf(koapCard).case?.source_key)
  })
})
