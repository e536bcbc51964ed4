import { describe, expect, it } from 'vitest'
import { readDecision } from './read-decision.ts'

const outline = (text: string): string[] =>
  readDecision(text).map(({ kind, number, pieces }) => `${number ?? kind}: ${pieces.map(piece => piece.text).join('')}`)

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
  it('does not take a sentence for a parting word', () =>
    expect(outline('Суд установил: было так.')).toEqual(['1: Суд установил: было так.']))
  it('tells hidden words apart and changes nothing', () => {
    const [paragraph] = readDecision('В отношении ФИО1, <данные изъяты> года рождения, и *** ничего.')
    expect(paragraph?.pieces.filter(piece => piece.hidden).map(piece => piece.text)).toEqual([
      'ФИО1',
      '<данные изъяты>',
      '***',
    ])
    expect(paragraph?.pieces.map(piece => piece.text).join('')).toBe(
      'В отношении ФИО1, <данные изъяты> года рождения, и *** ничего.',
    )
  })
  it('reads an empty text as nothing', () => expect(readDecision(' \n\n')).toEqual([]))
})
