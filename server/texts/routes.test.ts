import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { similarTexts, textHits } from '#shared/api/full-case.ts'
import { wordsCheck } from '#shared/api/words.ts'
import { textSearchTypes } from '#shared/domain/outcomes.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { demoCases } from '../demo/generate.ts'

const { db, as } = await testApp()
const member = await as(await buildAccount(db))
const body =
  'ПОСТАНОВЛЕНИЕ\nГражданин 😀 стоял с плакатом «Нет».\nПлакат изъят, ещё один плакат по ч. 5 ст. 20.2 не изъят.\nПостановил: плакаты вернуть.'
const long = [...demoCases(300, { seed: 9, today: '2026-11-21', textShare: 1 })]
  .flatMap(({ text }) => text ?? [])
  .toSorted((a, b) => b.length - a.length)[0]
if (long === undefined) throw new Error('no text')
const court = { title: 'Выдуманный городской суд', region: 78, city: 'Санкт-Петербург' }
const [id = 0, bare = 0, first = 0, second = 0] = await buildCases(db, [
  { text: body, case_number: '5-7/2026 (5-6/2026)', text_url: 'https://sud.example/doc/7', result_date: '2026-03-05' },
  { case_number: '5-8/2026' },
  { text: long, court },
  { text: `${long.replaceAll('2023', '2024')}\nСудья Прозоров К.Л.`, court },
  { text: body.repeat(9), court },
  { text: long, court: { ...court, title: 'Другой выдуманный суд' } },
])

const asking = (text: string, mode: string): string =>
  new URLSearchParams({ result_text_search: text, text_search_type: mode }).toString()

describe('the text of a decision (design §7)', () => {
  it('is sent once: what the reader has is not sent again', async () => {
    const answer = await member(`cases/${id}/text/`)
    expect(answer.body).toMatchObject({ id, text: body, url: 'https://sud.example/doc/7' })
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    const again = await member(`cases/${id}/text/`, { headers: { 'if-none-match': `W/${answer.headers.etag}` } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await member(`cases/${id}/text/`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })
  it('is a file, with what it is and where it is from', async () => {
    const { headers, text } = await member(`cases/${id}/text/file/`)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(headers['content-disposition']).toContain(encodeURIComponent('Решение 5-7_2026_5-6_2026.txt'))
    expect(text).toBe(
      `Вымышленный районный суд, дело № 5-7/2026 (5-6/2026), 5\u00a0марта\u00a02026\nhttps://sud.example/doc/7\n\n${body}\n`,
    )
  })
  it.each(['text', 'text/hits', 'text/file'])('is told to be absent: %s', async path => {
    expect((await member(`cases/${bare}/${path}/`)).body).toEqual({ detail: 'Текста решения по этому делу нет.' })
    expect((await member(`cases/999999/${path}/`)).body).toEqual({ detail: 'Дело не найдено.' })
  })
})

describe('what is found in it', () => {
  const hits = async (text: string, mode: string): Promise<string[]> => {
    const answer = textHits.parse((await member(`cases/${id}/text/hits/?${asking(text, mode)}`)).body)
    return answer.hits.map(({ start, end }) => body.slice(start, end))
  }
  it.each([
    ['плакат', 'plain', ['плакатом', 'Плакат', 'плакат', 'плакаты']],
    ['плакат изъят', 'phrase', ['Плакат изъят']],
    ['гражданин /2 стоял', 'raw', ['Гражданин', 'стоял']],
    ['"нет"', 'exact_match', ['«Нет»']],
    ['плакат\\M|изъят', 'regexp', ['Плакат', 'изъят', 'плакат', 'изъят']],
    ['(x*)(?=ы)', 'regexp', []],
    ['^|$', 'regexp', []],
  ])('«%s» as %s', async (text, mode, expected) => expect(await hits(text, mode)).toEqual(expected))
  it('is nothing where nothing is asked', async () =>
    expect((await member(`cases/${id}/text/hits/`)).body).toEqual({ hits: [], more: false }))
  it('explains what cannot be read', async () =>
    expect(await member(`cases/${id}/text/hits/?${asking('(', 'raw')}`)).toMatchObject({
      status: 400,
      body: { result_text_search: ['После «(» нужно слово или скобка.'] },
    }))
})

describe('words, before they are looked for', () => {
  const mistake = async (text: string, mode: string) =>
    wordsCheck.parse((await member(`words/check/?${asking(text, mode)}`)).body).mistake
  it.each([
    ['плакат & (', 'raw', { sentence: 'После «(» нужно слово или скобка.', at: null }],
    ['плакат & | пикет', 'raw', { sentence: 'Перед «|» нужно слово или скобка.', at: 9 }],
    ['плакат )', 'raw', { sentence: 'Эта скобка ничего не закрывает.', at: 7 }],
    ['плакат [', 'regexp', { sentence: 'Регулярное выражение составлено неверно: скобки [ ] не закрыты.', at: null }],
    ['…', 'plain', { sentence: 'Здесь нет ни одного слова: введите хотя бы одно.', at: null }],
    ['плакат & пикет', 'raw', null],
    ['плакат', 'regexp', null],
    ['(', 'exact_match', null],
  ])('«%s» as %s are told what is wrong and where', async (text, mode, expected) =>
    expect(await mistake(text, mode)).toEqual(expected),
  )
})

describe('a row of the list (design §6)', () => {
  const rows = async (query: string) => caseList.parse((await member(`cases/?${query}`)).body).results
  it.each(textSearchTypes.map(({ value }) => value))('shows where the words stand, searched as %s', async mode => {
    const row = (await rows(asking('стоял с плакатом', mode))).find(one => one.id === id)
    expect(row?.snippet?.parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')).toMatch(
      / \[стоял\]? .*плакатом\]/,
    )
  })
  it('shows nothing of the text when no words are searched', async () =>
    expect((await rows('has_result_text=true')).every(row => row.snippet === undefined)).toBe(true))
})

describe('decisions that say the same', () => {
  const similar = async (to: number) => similarTexts.parse((await member(`cases/${to}/similar/`)).body).results
  it('are found in the same court, with the share they have in common', async () => {
    const found = await similar(first)
    expect(found.map(one => one.id)).toEqual([second])
    expect(found[0]?.share).toBeGreaterThan(0.9)
  })
  it('are none for a short text, or for none', async () => {
    expect(await similar(id)).toEqual([])
    expect(await similar(bare)).toEqual([])
  })
})

describe('no input (design §6)', () => {
  const nasty = fc.constantFrom(
    ...[
      '(a+)+$',
      '(.*)*\\1',
      '((((((((((a{255}){255}){255}',
      '(?=a)*',
      '\\y',
      '[[:foo:]]',
      '[[.a.]]',
      '***=',
      '***:a',
      '(?z)a',
    ],
    ...[
      '(?i)[а-я]{2,}',
      '\\1',
      '(а)\\2',
      'a{1,999}',
      '(а|аа)+(а|аа)+(а|аа)+б',
      '[^',
      '\\u04',
      '\\x',
      '!!!!!',
      '((((',
      '"',
      '«»',
    ],
    ...[
      'НЕ',
      'И И',
      'а* б*',
      'плакат /0 плакат',
      "'",
      "':*",
      '\\',
      '%',
      '_',
      '\ufeff',
      '\u0301',
      '\ud83d',
      'ж'.repeat(999),
      '1.'.repeat(400),
    ],
  )
  const piece = fc.constantFrom(
    '(',
    ')',
    '&',
    '|',
    '!',
    '*',
    '"',
    '«',
    '»',
    '/3',
    '/',
    ' ',
    'НЕ',
    'И',
    'плакат',
    'пик*',
    '20.2',
    '-',
    '{',
    '[',
  )
  const anything = fc.oneof(
    nasty,
    fc.array(piece, { maxLength: 40 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  it(
    'is a fault of the server, or keeps it busy',
    () =>
      fc.assert(
        fc.asyncProperty(
          anything,
          fc.constantFrom(...textSearchTypes.map(({ value }) => value)),
          async (text, mode) => {
            for (const path of ['cases/', `cases/${id}/text/hits/`, 'cases/facets/']) {
              const facets = path.includes('facets') ? '&facets=regions' : ''
              const began = performance.now()
              const { status, text: told } = await member(`${path}?${asking(text, mode)}${facets}`)
              expect(status, told).toBeLessThan(500)
              // Its own limit of five seconds, twice where a page follows its total, on a machine that does other things too.
              expect(performance.now() - began).toBeLessThan(15_000)
            }
          },
        ),
        { numRuns: 60 },
      ),
    120_000,
  )
})
