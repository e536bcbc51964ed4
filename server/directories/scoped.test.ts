import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { post, testApp } from '../../test/app.ts'
import { buildAccount, buildCases } from '../../test/factories.ts'
import {
  referenceArticles,
  referenceDefenceParams,
  referenceEventTypes,
  referenceResultTypes,
} from '../db/reference/tables.ts'

/** What directories without regions tell an account that is limited to some (§6): the fixed vocabulary and what its cases say. */
const { db, as } = await testApp()
const learned = (word: string, { region, type = 1 }: { region: number; type?: 1 | 2 }) => ({
  type,
  court: { title: `${word} районный суд`, region, city: 'Выдуманск' },
  result: `${word} результат`,
  articles: [{ codex: type === 1 ? ('koap' as const) : ('uk' as const), article_number: `99.${region}`, part: '7' }],
  events: [{ type: `${word} событие`, date: '2026-03-05' }],
  defence_params: [{ key: 'действия' as const, value: `${word} поступок` }],
})
const cases = await buildCases(db, [
  learned('Здешний', { region: 78 }),
  learned('Чужедальний', { region: 77 }),
  learned('Уголовный', { region: 50, type: 2 }),
])
const tags = await db
  .insertInto('tag')
  .values(['Здешний знак', 'Чужедальний знак', 'Уголовный знак', 'Ничей знак'].map(value => ({ value })))
  .returning('id')
  .execute()
await db
  .insertInto('case_tag')
  .values(cases.map((case_id, n) => ({ case_id, tag_id: tags[n]?.id ?? 0 })))
  .execute()
// Known from the files, and met in the closed region alone, in another use than the files give it.
const useless = referenceResultTypes().find(({ uses }) => uses.every(({ type }) => type === 1))?.title ?? ''
await buildCases(db, [{ type: 2, court: learned('Чужедальний', { region: 77 }).court, result: useless }])

const row = z.looseObject({ title: z.string().optional(), value: z.string().optional(), name: z.string().optional() })
const list = z.object({ count: z.number(), results: z.array(row) })
const accounts = {
  all: await as(await buildAccount(db, { groups: ['tag_editor'] })),
  'of 78': await as(await buildAccount(db, { groups: ['tag_editor'], regions: [78] })),
  'of 50 and 78': await as(await buildAccount(db, { groups: ['tag_editor'], regions: [50, 78] })),
  'of none': await as(await buildAccount(db, { groups: ['tag_editor'], regions: [] })),
}
type Who = keyof typeof accounts
const told = async (who: Who, path: string): Promise<string[]> => {
  const answer = await accounts[who](path)
  expect(answer.status, answer.text).toBe(200)
  const { count, results } = list.parse(answer.body)
  expect(count).toBe(results.length)
  return results.map(({ title, value, name }) => name ?? value ?? title ?? '')
}

const titles = (rows: readonly { title: string }[]): string[] => rows.map(({ title }) => title)
const fixed = {
  'casesresulttypes/': titles(referenceResultTypes()),
  'caseseventstypes/': titles(referenceEventTypes()),
  'casedefenseparams/?size=500': referenceDefenceParams().map(({ value }) => value),
} as const
const own = {
  'casesresulttypes/': 'результат',
  'caseseventstypes/': 'событие',
  'casedefenseparams/?size=500': 'поступок',
}
const paths = Object.keys(fixed).filter((path): path is keyof typeof fixed => Object.hasOwn(fixed, path))

describe('a directory', () => {
  it.each(paths)('%s tells a limited account its fixed vocabulary, and what occurs in cases it may see', async path => {
    const known = new Set(fixed[path])
    const more = async (who: Who) => {
      const names = await told(who, path)
      expect(new Set(names).isSupersetOf(known)).toBe(true)
      return names.filter(name => !known.has(name)).toSorted()
    }
    const word = own[path]
    expect(await more('of none')).toEqual([])
    expect(await more('of 78')).toEqual([`Здешний ${word}`])
    expect(await more('of 50 and 78')).toEqual([`Здешний ${word}`, `Уголовный ${word}`])
    expect(await more('all')).toEqual([`Здешний ${word}`, `Уголовный ${word}`, `Чужедальний ${word}`])
  })

  it('of articles does so as well, in its list and in its suggestions', async () => {
    const known = referenceArticles().length
    expect(await told('of none', 'codexarticles/')).toHaveLength(known)
    for (const [who, some] of [
      ['of none', []],
      ['of 78', ['99.78 ч.\u00a07']],
      ['of 50 and 78', ['99.50 ч.\u00a07', '99.78 ч.\u00a07']],
      ['all', ['99.50 ч.\u00a07', '99.77 ч.\u00a07', '99.78 ч.\u00a07']],
    ] as const) {
      expect((await told(who, 'codexarticles/search/?query=99.')).toSorted()).toEqual(some)
      expect(await told(who, 'codexarticles/')).toHaveLength(known + some.length)
    }
  })

  it('of tags has no fixed vocabulary: a limited account is told of those on its cases', async () => {
    for (const path of ['tags/search/?query=знак', 'tags/?query=знак&size=100']) {
      expect(await told('of none', path)).toEqual([])
      expect(await told('of 78', path)).toEqual(['Здешний знак'])
      expect((await told('of 50 and 78', path)).toSorted()).toEqual(['Здешний знак', 'Уголовный знак'])
      expect(await told('all', path)).toHaveLength(4)
    }
  })

  it('of results tells the uses that the files give, and those of cases that the account may see', async () => {
    expect(await told('all', 'casesresulttypes/?type=2')).toContain(useless)
    for (const who of ['of none', 'of 78', 'of 50 and 78'] as const) {
      expect(await told(who, 'casesresulttypes/?type=2')).not.toContain(useless)
      expect(await told(who, 'casesresulttypes/?type=1')).toContain(useless)
    }
    expect(await told('of 50 and 78', 'casesresulttypes/?type=2&stage=1')).toContain('Уголовный результат')
    expect(await told('of 50 and 78', 'casesresulttypes/?type=1')).not.toContain('Уголовный результат')
    expect(await told('of 50 and 78', 'casesresulttypes/?stage=2')).not.toContain('Уголовный результат')
  })

  it('of names answers no number of what is not told', async () => {
    const numbers = await db.selectFrom('article').where('article_number', 'like', '99.%').select('id').execute()
    const asked = [...numbers.map(({ id }) => `articles=${id}`), ...tags.map(({ id }) => `tags=${id}`)].join('&')
    const named = async (who: Who) => {
      const { articles = {}, tags: labels = {} } = z
        .record(z.string(), z.record(z.string(), z.string()))
        .parse((await accounts[who](`names/?${asked}`)).body)
      return [...Object.values(articles), ...Object.values(labels)]
    }
    expect(await named('of none')).toEqual([])
    expect(await named('of 78')).toEqual(['99.78 ч.\u00a07', 'Здешний знак'])
    expect(await named('all')).toHaveLength(7)
  })

  it('of tags is not found out by guessing: what stands elsewhere alone is as new as what nobody has', async () => {
    const guessed = async (tag: string) => {
      const body = { rows: [{ case: cases[0], tag }], dry_run: true }
      const { status, body: answer } = await accounts['of 78']('upload-case-tags/', post(body))
      return [status, answer]
    }
    const asNew = (tag: string) => [
      200,
      expect.objectContaining({ new_tags: [tag], lines: [expect.objectContaining({ tag, is_new_tag: true })] }),
    ]
    expect(await guessed('чужедальний ЗНАК')).toEqual(asNew('чужедальний ЗНАК'))
    expect(await guessed('небывалый ЗНАК')).toEqual(asNew('небывалый ЗНАК'))
    await accounts['of 78']('upload-case-tags/', post({ rows: [{ case: cases[0], tag: 'чужедальний ЗНАК' }] }))
    expect(await told('of 78', 'tags/?query=знак')).toEqual(['Здешний знак', 'Чужедальний знак'])
    const { rows } = await sql`select from tag where lower(value) = 'чужедальний знак'`.execute(db)
    expect(rows).toHaveLength(1)
  })
})
