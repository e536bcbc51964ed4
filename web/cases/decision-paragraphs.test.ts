import { describe, expect, it } from 'vitest'
import {
  decisionParagraphs,
  decisionSections,
  hiddenIn,
  hitContext,
  markedRuns,
  type Paragraph,
  paragraphOf,
} from './decision-paragraphs.ts'

const words = ({ pieces }: Paragraph): string => pieces.map(piece => piece.text).join('')
const outline = (text: string): string[] =>
  decisionParagraphs(text).map(paragraph => `${paragraph.number ?? paragraph.kind}: ${words(paragraph)}`)

const decision =
  'ПОСТАНОВЛЕНИЕ\n\nСудья рассмотрел дело ФИО1.\nУСТАНОВИЛ:\nСтоял с плакатом.\nФИО1 вину не признал, <данные изъяты>.\nИсследовав материалы, суд приходит к следующему.\nПлакат был.\r\nп о с т а н о в и л:\nПризнать ФИО1 виновным.'

describe('the text of a decision', () => {
  it('numbers its paragraphs and parts it by the words courts use', () =>
    expect(
      outline(
        'ПОСТАНОВЛЕНИЕ\n\nСудья рассмотрел дело.\nУСТАНОВИЛ:\nБыло так.\r\nп о с т а н о в и л:\nПризнать виновным.',
      ),
    ).toEqual([
      'title: ПОСТАНОВЛЕНИЕ',
      '1: Судья рассмотрел дело.',
      'word: УСТАНОВИЛ:',
      '2: Было так.',
      'word: постановил:',
      '3: Признать виновным.',
    ]))
  it('numbers nothing that stands about the title', () =>
    expect(
      outline(
        'Дело № 5-1/2026\nПОСТАНОВЛЕНИЕ\nпо делу об административном правонарушении\n5 марта 2026 г.\tг. Тверь\nСудья рассмотрел дело.',
      ),
    ).toEqual([
      'head: Дело № 5-1/2026',
      'title: ПОСТАНОВЛЕНИЕ',
      'head: по делу об административном правонарушении',
      'head: 5 марта 2026 г.\tг. Тверь',
      '1: Судья рассмотрел дело.',
    ]))
  it('does not take a sentence for a parting word', () =>
    expect(outline('Суд установил: было так.')).toEqual(['1: Суд установил: было так.']))
  it('tells hidden words apart and changes nothing', () => {
    const [paragraph] = decisionParagraphs('В отношении ФИО1, <данные изъяты> года рождения, и *** ничего.')
    expect(paragraph?.pieces.filter(piece => piece.hidden).map(piece => piece.text)).toEqual([
      'ФИО1',
      '<данные изъяты>',
      '***',
    ])
    expect(paragraph && words(paragraph)).toBe('В отношении ФИО1, <данные изъяты> года рождения, и *** ничего.')
  })
  it.each([
    ['Адрес: <адрес>, <...>, <№>, <ФИО> и < данные изъяты >.', 5],
    ['Писал с <lev@post.example>, <b>плакат</b><br/> и <!-- так -->.', 0],
  ])('says of a court that it hid only what a court marks as hidden: %s', (text, places) =>
    expect(hiddenIn(decisionParagraphs(text)).places).toBe(places),
  )
  it('reads an empty text as nothing', () => expect(decisionParagraphs(' \n\n')).toEqual([]))
  it('knows where each piece stands in the whole', () => {
    for (const { kind, pieces, start, end } of decisionParagraphs(decision)) {
      expect(decision.slice(start, end).trim()).toHaveLength(end - start)
      if (kind === 'plain')
        for (const piece of pieces)
          expect(decision.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text)
    }
  })
  it('says how much its court has hidden', () =>
    expect(hiddenIn(decisionParagraphs(decision))).toEqual({ people: 1, places: 1 }))
})

describe('the parts of a decision', () => {
  const parts = (text: string) =>
    decisionSections(decisionParagraphs(text)).map(({ title, from, to }) => `${title} ${from}–${to}`)
  it('are those of the law of procedure', () =>
    expect(parts(decision)).toEqual(['Вводная 1–1', 'Описательная 2–3', 'Мотивировочная 4–5', 'Резолютивная 6–6']))
  it('are only those that the text has', () =>
    expect(parts('Судья рассмотрел дело.\nРЕШИЛ:\nОставить без изменения.')).toEqual([
      'Вводная 1–1',
      'Резолютивная 2–2',
    ]))
  it('are none where the court does not part its text', () => expect(parts('Было так.\nИ так.')).toEqual([]))
})

describe('found places laid over a text', () => {
  const paragraphs = decisionParagraphs(decision)
  const hit = (piece: string) => ({ start: decision.indexOf(piece), end: decision.indexOf(piece) + piece.length })
  const marked = (hits: { start: number; end: number }[]): string[] =>
    paragraphs.flatMap(paragraph =>
      markedRuns(paragraph, hits).flatMap(({ text, hit: n }) => (n === undefined ? [] : `${n}:${text}`)),
    )
  it('mark exactly what was found, also where hidden words are within', () =>
    expect(marked([hit('плакатом'), hit('не признал, <данные'), hit('Признать ФИО1')])).toEqual([
      '0:плакатом',
      '1:не признал, ',
      '1:<данные',
      '2:Признать ',
      '2:ФИО1',
    ]))
  it('mark a phrase that runs from one paragraph to the next in both', () =>
    expect(marked([hit('изъяты>.\nИсследовав')])).toEqual(['0:изъяты>', '0:.', '0:Исследовав']))
  it('mark a word in spaced letters as a whole', () => expect(marked([hit('а н о')])).toEqual(['0:постановил:']))
  it('are told with the paragraph they stand in and what stands round them', () => {
    expect(paragraphOf(paragraphs, hit('плакатом'))?.number).toBe(2)
    expect(hitContext(decision, hit('не признал'))).toEqual({
      before: 'ФИО1 вину ',
      words: 'не признал',
      after: ', <данные изъяты>.',
    })
  })
})
