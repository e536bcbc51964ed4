import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleName } from '#shared/domain/codex.ts'
import { regions, regionTitle } from '#shared/domain/regions.ts'
import { relativeRanges } from '#shared/domain/relative-dates.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import type { Names } from '#shared/filters/describe.ts'
import { type AnyValues, filterParamsOf } from '#shared/filters/field.ts'
import { sayFilters } from '#shared/filters/sentence.ts'
import { sayBriefly, withoutPeople } from '#shared/filters/whole-articles.ts'
import { readQuestion } from '#shared/questions/read-question.ts'
import { sameFilters, sayToEdit } from '#shared/questions/say-to-edit.ts'
import { anyValues } from './any-values.ts'
import { articles, names } from './question-names.ts'

const on = '2026-11-26'
const readBack = async (values: AnyValues, names: Names) => {
  const sentence = sayFilters(caseFields, values, names)
  const { values: read, unread, readings } = await readQuestion(sentence, { known: names }, on)
  return { sentence, read, unread, readings: readings.length }
}

/** Names as in directories, and names that could be read as part of the sentence around them. */
const hardNames = [
  'Иванова А. А.',
  'Иванов П. С.',
  'Тверской районный суд',
  'Тверской районный суд г.\u00a0Твери',
  'Суд № 5, второй',
  'Суд или следствие',
  'суд',
  'не суд',
  'Оставлено без изменения',
  'Передано судье',
  '20.2 ч.\u00a05',
  '20.2',
  '20.2 ч.\u00a01.1',
  'Дела «о митингах»',
  'с наказанием',
  '№ 7',
  ' ',
  'Москва',
  'Кража, грабёж',
  'ОТМЕНЕНО',
  '5',
]
const references = filterParamsOf(caseFields).filter(({ field, not }) => field.kind === 'reference' && !not)
const namesOf = (values: AnyValues, pick: (n: number) => string | undefined): Names => {
  let n = 0
  return Object.fromEntries(
    references.map(({ key }) => [
      key,
      Object.fromEntries(
        [values[key], values[`${key}_not`]].flat().flatMap(id => {
          if (typeof id !== 'number') return []
          n += 1
          const name =
            key === 'regions' ? (regions.some(({ number }) => number === id) ? regionTitle(id) : undefined) : pick(n)
          return name === undefined ? [] : [[id, name]]
        }),
      ),
    ]),
  )
}
const someNames = fc.array(fc.option(fc.constantFrom(...hardNames), { nil: undefined }), {
  minLength: 1,
  maxLength: 12,
})

const said: Names = {
  codex_articles: { 1: '20.2 ч.\u00a05', 2: '19.3 ч.\u00a01' },
  regions: { 77: 'Москва', 71: 'Тульская область', 59: 'Пермский край' },
  court: { 5: 'Тверской районный суд' },
  judge: { 1: 'Иванова А. А.', 2: 'Ковшова О. И.', 3: 'Ковшова О. И.' },
  tags: { 1: 'Пикеты' },
}
describe('filters are said in good Russian', () => {
  it.each<[AnyValues, string]>([
    [{}, 'Все дела'],
    [{ type: '2' }, 'Дела УК'],
    [
      {
        type: '1',
        stage: '1',
        codex_articles: [1],
        regions: [77],
        judge_not: [1],
        entry_date_range: { min: '2025-03-01', max: '2025-05-05' },
        penalty_type: ['fine'],
        penalty_amount: { min: 10_000, max: 50_000 },
      },
      'Дела КоАП первой инстанции по ст. 20.2 ч. 5, Москва, судья не Иванова А. А., поступившие с 1 марта по 5 мая 2025 года, с наказанием «штраф» от 10 000 до 50 000 ₽',
    ],
    [{ regions: [77, 71, 59] }, 'Дела: Москва, Тульская область или Пермский край'],
    [{ regions_not: [77], court: [5] }, 'Дела: не Москва, Тверской районный суд'],
    [{ judge: [2] }, 'Дела: судья Ковшова О. И. № 2'],
    [{ judge: [9] }, 'Дела: судья № 9'],
    [{ tags_not: [1] }, 'Дела: метка не «Пикеты»'],
    [{ type_not: '1', stage_not: '2' }, 'Дела: не КоАП, не вторая инстанция'],
    [{ entry_date_range: { min: '2024-01-01', max: '2024-12-31' } }, 'Дела, поступившие в 2024 году'],
    [{ result_date_range: { min: '2025-02-01', max: '2025-02-28' } }, 'Дела, решённые в феврале 2025 года'],
    [
      { result_date_range: { min: '2025-02-01', max: '2025-02-27' } },
      'Дела, решённые с 1 февраля по 27 февраля 2025 года',
    ],
    [{ entry_date_range: { min: '2022-02-25', max: '2100-12-31' } }, 'Дела, поступившие с 25 февраля 2022 года'],
    [{ has_result_text: true, has_advocate: false }, 'Дела: защитник не назван, с текстом решения'],
    [{ penalty_type: ['arrest'], penalty_amount: { min: 5.01 } }, 'Дела с наказанием «арест» больше 5 суток'],
    [
      { penalty_type: ['fine', 'arrest'], penalty_amount: { min: 10_000, max: 50_000 } },
      'Дела с наказанием «штраф» или «арест» от 10 000 до 50 000 ₽ (только «штраф»)',
    ],
    [{ penalty_type: ['arrest'], penalty_amount: { min: 15, max: 15 } }, 'Дела с наказанием «арест» ровно 15 суток'],
    [
      { penalty_type: ['works'], penalty_amount: { min: 21, max: 21 } },
      'Дела с наказанием «обязательные работы» ровно 21 час',
    ],
    [
      { result_text_search: { text: 'нет войне', mode: 'phrase' }, as_of: '2025-03-01' },
      'Дела: в тексте решения фраза «нет войне», по состоянию на 1 марта 2025 года',
    ],
    [{ defendant: 'ООО «Ромашка»' }, 'Дела: привлекаемое лицо „ООО «Ромашка»“'],
  ])('%j', (values, sentence) => expect(sayFilters(caseFields, values, said).replaceAll('\u00a0', ' ')).toBe(sentence))
})

describe('a sentence of filters', () => {
  it('reads back as the filters it says, for every field and kind, excluded or not', () =>
    fc.assert(
      fc.asyncProperty(anyValues, someNames, async (values, pool) => {
        const names = namesOf(values, n => pool[n % pool.length])
        const { read, unread, readings, sentence } = await readBack(values, names)
        expect({ sentence, read, unread, readings }).toEqual({ sentence, read: values, unread: [], readings: 1 })
      }),
      { numRuns: 100 },
    ))
  it.each(filterParamsOf(caseFields).map(({ name }) => name))('reads back %s alone', name =>
    fc.assert(
      fc.asyncProperty(
        anyValues.filter(values => name in values),
        someNames,
        async (values, pool) => {
          const own = { [name]: values[name] }
          const { read, unread, sentence } = await readBack(
            own,
            namesOf(own, n => pool[n % pool.length]),
          )
          expect({ sentence, read, unread }).toEqual({ sentence, read: own, unread: [] })
        },
      ),
      { numRuns: 6 },
    ),
  )
  it('keeps what somebody typed, whatever marks stand in it', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.constantFrom('«', '»', '„', '“', '”', '"', 'а', ' или ', ', ', '.', '\\', 'не'), {
            minLength: 1,
            maxLength: 8,
          })
          .map(marks => marks.join('').trim())
          .filter(Boolean),
        async text => {
          const values: AnyValues = {
            defendant: text,
            court_city: [text, 'Тула'],
            result_text_search: { text, mode: 'regexp' },
          }
          const { read, unread, sentence } = await readBack(values, {})
          expect({ sentence, read, unread }).toEqual({ sentence, read: values, unread: [] })
        },
      ),
      { numRuns: 150 },
    ))
  it.each(relativeRanges.map(({ value }) => value))('reads back %s as the range that moves', async relative =>
    expect((await readBack({ entry_date_range: { relative } }, {})).read).toEqual({ entry_date_range: { relative } }),
  )
})

describe('filters as text that is edited', () => {
  const wholeOf = (codex: string, number: string) =>
    articles.filter(one => one.codex === codex && one.article_number === number).map(({ id }) => id)
  const namesOfArticles: Names = { codex_articles: Object.fromEntries(articles.map(one => [one.id, articleName(one)])) }
  const parts = articles.filter(({ part }) => part !== '')
  const sayAndRead = async (values: AnyValues) => {
    const { text, known } = await sayToEdit(
      caseFields,
      values,
      { ...namesOfArticles, regions: said.regions ?? {} },
      names,
    )
    const read = await readQuestion(text, { ...names, known }, on)
    return { text: text.replaceAll('\u00a0', ' '), isSame: sameFilters(read.values, values), unread: read.unread }
  }

  it.each<[AnyValues, string]>([
    [{ codex_articles: wholeOf('koap', '20.2') }, 'Дела по ст. 20.2 (вся)'],
    [
      { codex_articles: [...wholeOf('koap', '20.2'), ...wholeOf('koap', '19.3').slice(1, 2)], regions: [77] },
      'Дела по ст. 20.2 (вся) или 19.3 ч. 1, Москва',
    ],
    // After «кроме» a list stays negated, so each part is named.
    [
      { codex_articles_not: wholeOf('uk', '228'), penalty_type: ['arrest'] },
      'Дела кроме ст. 228, 228 ч. 1, 228 ч. 2 или 228 ч. 3, с наказанием «арест»',
    ],
  ])('say an article with all of its parts by its number alone: %j', async (values, text) =>
    expect(await sayAndRead(values)).toEqual({ text, isSame: true, unread: [] }),
  )
  it('unchanged give the same filters, whichever articles are chosen, whole or in part', () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray(['koap 20.2', 'koap 6.1.1', 'koap 5.61', 'uk 158', 'uk 228', 'uk 105', 'uk 116', 'koap 20.1'], {
          maxLength: 3,
        }),
        fc.uniqueArray(fc.constantFrom(...parts.map(({ id }) => id)), { maxLength: 3 }),
        fc.constantFrom('codex_articles', 'codex_articles_not'),
        fc.constantFrom<AnyValues>(
          {},
          { regions: [77, 71] },
          { type: '1', entry_date_range: { relative: 'last_7_days' } },
          { penalty_type: ['fine'], penalty_amount: { min: 500 }, defendant: 'Кравец' },
        ),
        async (whole, some, key, others) => {
          const ids = [...whole.flatMap(one => wholeOf(...(one.split(' ') as [string, string]))), ...some]
          const values: AnyValues = { ...(ids.length > 0 && { [key]: [...new Set(ids)] }), ...others }
          const { text, isSame, unread } = await sayAndRead(values)
          expect({ text, isSame, unread }).toEqual({ text, isSame: true, unread: [] })
        },
      ),
      { numRuns: 40 },
    ))
  it('say a title without people, words and numbers, an article by its number, and no longer than asked', () => {
    const values: AnyValues = {
      codex_articles: wholeOf('koap', '20.2'),
      regions: [77],
      judge: [1],
      defendant: 'Кравец',
      result_text_search: { text: 'нет войне', mode: 'phrase' },
      note: 'позвонить',
    }
    const all = { ...said, ...namesOfArticles }
    const titled = (most: number) =>
      sayBriefly(caseFields, withoutPeople(values), all, articles, most).replaceAll('\u00a0', ' ')
    expect(titled(100)).toBe('Дела по ст. 20.2 (вся), Москва')
    expect(titled(12)).toBe('Дела по ст.…')
  })
  it.each([60, 120])('say the day of a title of the past that is cut at %i letters', most => {
    const values: AnyValues = {
      codex_articles: parts.slice(0, 30).map(({ id }) => id),
      regions: [77, 71, 59],
      as_of: '2026-03-01',
    }
    const all = { ...said, ...namesOfArticles }
    // Accounts that see some regions are told each part by its own name.
    const title = sayBriefly(caseFields, values, all, [], most).replaceAll('\u00a0', ' ')
    expect(title).toMatch(/^Дела по.*…, по состоянию на 1 марта 2026 года$/)
    expect(title).toHaveLength(most)
  })
  it('call no article whole to who sees some regions, on a day of the past', async () => {
    const say = async (values: AnyValues, seesAll: boolean) =>
      (await sayToEdit(caseFields, values, namesOfArticles, names, seesAll)).text
    const now: AnyValues = { codex_articles: wholeOf('koap', '20.2') }
    const then: AnyValues = { ...now, as_of: '2026-03-01' }
    expect(await say(now, false)).toContain('(вся)')
    expect(await say(then, true)).toContain('(вся)')
    expect(await say(then, false)).not.toContain('(вся)')
  })
  it('changed by a word give the changed filters', async () => {
    const values: AnyValues = { codex_articles: wholeOf('koap', '20.2'), regions: [77] }
    const { text, known } = await sayToEdit(
      caseFields,
      values,
      { ...namesOfArticles, regions: said.regions ?? {} },
      names,
    )
    const read = await readQuestion(text.replace('Москва', 'Тульская область, женщины'), { ...names, known }, on)
    expect(read.unread).toEqual([])
    expect(sameFilters(read.values, { ...values, regions: [71], defendant_gender: 'f' })).toBe(true)
  })
})
