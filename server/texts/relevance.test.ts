import { describe, expect, it } from 'vitest'
import { caseList } from '#shared/api/cases.ts'
import { testApp } from '../../test/app.ts'
import { bothEngines } from '../../test/both-engines.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import { listCases } from '../cases/list-cases.ts'
import { byRelevance } from './relevance.ts'

/** The order by how much a text says of the words it is found for; dates as a tie (decision 0101). */
const filler = (words: number): string => Array.from({ length: words }, (_, n) => `слово${n}`).join(' ')
const texts = {
  once: `Гражданин держал плакат. ${filler(60)}`,
  thrice: `Плакат держал гражданин, плакат изъят, плакатом не размахивал. ${filler(60)}`,
  long: `Гражданин держал плакат. ${filler(600)}`,
  decided: `Гражданин держал нечто. ${filler(60)} ПОСТАНОВИЛ: плакат уничтожить.`,
  apart: `Одиночный гражданин. ${filler(60)} Пикет разрешён.`,
  together: `Гражданин. ${filler(60)} Одиночный пикет разрешён.`,
  same: `Совершенно одинаковый транспарант. ${filler(20)}`,
}
const tested = await testApp()
const { db } = tested
const built = await buildCases(
  db,
  [...Object.values(texts), texts.same, texts.same, texts.same].map((text, n) => ({
    text,
    case_number: `5-${n}/2026`,
    // The last four say the same: two of one day, one of a later day, one without a day.
    entry_date: n < 6 ? '2026-01-01' : n < 8 ? '2026-03-01' : '2026-03-02',
    court: { title: 'Вымышленный районный суд', region: n % 2 === 0 ? 77 : 78 },
  })),
)
await db
  .updateTable('court_case')
  .set({ entry_date: null })
  .where('id', '=', built.at(-1) ?? 0)
  .execute()
const nameOf = new Map(built.map((id, n) => [id, Object.keys(texts)[n] ?? `same${n - 6}`]))
const everywhere = await buildAccount(db)
const ofOneRegion = await buildAccount(db, { regions: [78] })

const words = (text: string, mode = 'plain'): string =>
  `result_text_search=${encodeURIComponent(text)}&text_search_type=${mode}`

describe.each(await bothEngines(tested))('the order by relevance of what %s finds', (_, asked) => {
  const list = async (query: string, who = everywhere): Promise<string[]> => {
    const answer = await (await asked(who))(`cases/?ordering=relevance&${query}`)
    return caseList.parse(answer.body).results.map(({ id }) => nameOf.get(id) ?? '')
  }
  it('puts first what says a word more often, in a shorter text, or in the operative part', async () =>
    expect(await list(words('плакат'))).toEqual(['thrice', 'decided', 'once', 'long']))
  it('puts first what has the words side by side as they were asked', async () =>
    expect(await list(words('одиночный пикет'))).toEqual(['together', 'apart']))
  it('breaks ties by date, the newest first, then by id; those without a date come last', async () =>
    expect(await list(words('транспарант'))).toEqual(['same2', 'same1', 'same', 'same3']))
  it('is the same whichever page one turns to, and counts all', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map(page => list(`${words('плакат')}&size=1&page=${page}`)))
    expect(pages.flat()).toEqual(await list(words('плакат')))
    const answer = await (await asked(everywhere))(`cases/?ordering=relevance&size=1&${words('плакат')}`)
    expect(answer.body).toMatchObject({ count: 4 })
  })
  it.each([
    ['"плакат"', 'exact_match'],
    ['плакат(ом)?', 'regexp'],
    ['плака*', 'raw'],
    ['плакат & !флаг', 'raw'],
  ])('knows «%s» as %s', async (text, mode) =>
    expect((await list(words(text.replaceAll('"', ''), mode)))[0]).toBe('thrice'),
  )
  it('orders what has only words that it must not have by date', async () =>
    expect(await list(`${words('!плакат & !пикет', 'raw')}&size=2`)).toEqual(['same2', 'same1']))
  it('ranks what other filters leave', async () => {
    const asked = `${words('плакат')}&regions=77`
    expect(await list(asked)).toEqual(['once', 'long'])
    expect(await list(`${asked}&case_number=5-`)).toEqual(['once', 'long'])
  })
  it('shows nobody a case of a region that is closed to them', async () =>
    expect(await list(words('плакат'), ofOneRegion)).toEqual(['thrice', 'decided']))
  it('is refused without words, and reversed', async () => {
    const member = await asked(everywhere)
    expect(await member('cases/?ordering=relevance')).toMatchObject({
      status: 400,
      body: {
        ordering: [
          'По релевантности упорядочивают то, что найдено по словам из решения. Добавьте слова или выберите другой порядок.',
        ],
      },
    })
    expect((await member(`cases/?ordering=-relevance&${words('плакат')}`)).status).toBe(400)
  })
})

it('ranks texts in which nothing is left to count (their average length is none)', async () => {
  const [id = 0] = await buildCases(db, [{ text: 'Опустошённое решение.' }])
  await db.updateTable('case_text').set({ words: '', letters: '' }).where('case_id', '=', id).execute()
  const words = { text: 'решение', mode: 'plain' } as const
  expect(await byRelevance(db, [id], words, { size: 1, offset: 0 })).toEqual([id])
})

it('ranks all that is found or nothing: one more than can be read is refused with a sentence', async () => {
  const list = (most: number) =>
    listCases(
      { db },
      { accountId: everywhere.id, regions: 'all' },
      { result_text_search: { text: 'плакат', mode: 'plain' } },
      { ordering: 'relevance', page: 1, size: 2 },
      { tags: false },
      most,
    )
  expect((await list(4)).rows).toHaveLength(2)
  await expect(list(3)).rejects.toMatchObject({
    body: {
      ordering: [expect.stringMatching(/^По релевантности упорядочиваются до 10\s000\sдел, а найдено больше\./)],
    },
  })
})
