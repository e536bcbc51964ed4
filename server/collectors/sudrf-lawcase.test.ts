import { describe, expect, it } from 'vitest'
import { lawcaseCard, lawcaseLabels, lawcaseTable } from '../../test/court-pages.ts'
import { courts, host } from '../../test/koap-card.ts'
import { readPage } from './parse.ts'

describe('a card of the lawcase layout', () => {
  const card = lawcaseCard({
    number: '5-17/2026',
    catalogue: 'Дела об административных правонарушениях - первая инстанция',
    tabs: [
      {
        id: 'Case',
        title: 'Дело',
        html: lawcaseLabels([
          ['Дата поступления', '02.02.2026'],
          ['Судья', 'Судьина А.И.'],
        ]),
      },
      {
        id: 'EventList',
        title: 'Движение дела',
        html: lawcaseTable([
          ['Наименование события', 'Дата', 'Время слушания'],
          ['Рассмотрение дела по существу', '16.02.2026', '10:00'],
        ]),
      },
      {
        id: 'PersonList',
        title: 'Стороны',
        html: lawcaseTable([
          ['Вид лица, участвующего в деле', 'Фамилия / наименование', 'Перечень статей'],
          ['ПРИВЛЕКАЕМОЕ ЛИЦО', 'Ёлкин П.И.', 'КоАП: ст. 20.2 ч.5'],
        ]),
      },
      { id: 'Document1', title: 'Судебный акт #1 (Постановление)', html: '<p>Текст.</p>' },
    ],
  })
  it('is read once, though every row stands there for a telephone and for a printer too', () => {
    const url = `${host}/modules.php?name=sud_delo&name_op=case&_id=17&_uid=ab12-cd&_deloId=1500001`
    const reading = readPage({ url, body: card }, courts)
    expect(reading).toMatchObject({ kind: 'card', layout: 'sudrf_lawcase', notes: [] })
    const record = reading.kind === 'card' ? reading.case : null
    expect(record).toMatchObject({
      source_key: 'sudrf|zarechny.prm.sudrf.ru|ab12-cd',
      judge: 'Судьина А.И.',
      events: [{ type: 'Рассмотрение дела по существу', date: '2026-02-16', time: '10:00' }],
      defendants: [{ name: 'Ёлкин П.И.', articles: [{ codex: 'koap', article_number: '20.2', part: '5' }] }],
      text: 'Текст.',
    })
    expect(record?.events).toHaveLength(1)
  })
})
