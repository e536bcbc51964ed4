import { describe, expect, it } from 'vitest'
import { caseFields } from '#shared/filters/case-fields.ts'
import { type AnyValues, type Field, filterParamsOf, type Value } from '#shared/filters/field.ts'
import { coldDatabase } from '../../test/cold-database.ts'
import { askedFacets } from '../cases/facet-batches.ts'
import { listCases } from '../cases/list-cases.ts'
import type { Scope } from '../cases/predicates.ts'
import { peoplePage } from '../defendants/list-people.ts'
import { countCharts } from '../statistics/charts.ts'
import { countPenalties } from '../statistics/count-penalties.ts'
import { countArticleTree } from '../statistics/count-tree.ts'
import { countNewsOf } from '../subscriptions/count-news.ts'
import { copyEngine } from './copy-engine.ts'

/**
 * The SQL of the copy, compiled without a database, so that a reviewer sees changes. Filters are taken from the table of
 * filters, so that a new one is included; same-answers.test.ts tests that they mean the same as in PostgreSQL.
 */
const { db, queries } = coldDatabase()
const copy = copyEngine(db, error => {
  throw error
})
const scope: Scope = { accountId: 7, regions: 'all' }
const limited: Scope = { accountId: 7, regions: [77, 78] }

const breaks =
  / (?<!(?:left|inner) )(?=(?:(?:left |inner )?join|from|where|group by|order by|union all|limit|select distinct) )/g
const readable = (sql: string): string =>
  // Held sets are numbered per process.
  sql
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bset_\d+/g, 'set_1')
    .trim()
    .replaceAll(breaks, '\n  ')
const compiled = (query: { compile: () => { sql: string } }): string => readable(query.compile().sql)
/** The caller may fail without rows; its queries are recorded by then. */
async function askedBy(work: () => Promise<unknown>): Promise<string> {
  queries.length = 0
  await work().catch(() => undefined)
  return queries.map(readable).join(';\n')
}
const golden = (sections: readonly (readonly [title: string, sql: string])[]): string =>
  sections.map(([title, sql]) => `-- ${title}\n${sql};\n`).join('\n')

const samples: { readonly [K in Field['kind']]?: Value } = {
  choice: '1',
  choices: ['fine', 'arrest'],
  reference: [3, 4],
  names: ['Заречинск'],
  flag: true,
  presence: true,
  schedule: 'is_planned',
  dateRange: { min: '2026-01-01', max: '2026-02-01' },
  amountRange: { min: 5, max: 10 },
  day: '2026-01-01',
}
const cases = (values: AnyValues, joined?: string) => copy.cases({ scope, values }, joined).select('court_case.id')

describe('the SQL of the copy', () => {
  it('of each filter that it can answer, including and excluding', async () => {
    const params = filterParamsOf(caseFields).filter(({ key }) => copy.capabilities.filters.has(key))
    const sections = params.map(({ name, field }) => {
      const value = samples[field.kind]
      if (value === undefined) throw new Error(`No value of the kind «${field.kind}» in \`samples\` of this test`)
      return [name, compiled(cases({ [name]: value }))] as const
    })
    await expect(golden(sections)).toMatchFileSnapshot('../../test/golden/copy-filters.sql')
  })

  it('of filters together, of a scope, of cases that PostgreSQL has found', async () => {
    const held = await copy.hold({ list: '[1,2]' })
    const many = await copy.hold({ bits: Uint32Array.of(0b110) })
    const question = { scope, values: { type: '1' } }
    const sections: (readonly [string, string])[] = [
      ['everything', compiled(cases({}))],
      ['in two regions', compiled(copy.cases({ scope: limited, values: {} }).select('court_case.id'))],
      [
        'of three dimensions',
        compiled(cases({ type: '1', codex_articles: [3], court_city: ['Заречинск'], tags: [5] })),
      ],
      ['events of a kind on a day', compiled(cases({ event_type: [2], event_date_range: samples.dateRange }))],
      [
        'rows of people',
        compiled(cases({ defendant_gender: 'f', defendant_risk_group: true, type: '1' }, 'case_defendant')),
      ],
      ['among a few found', compiled(copy.cases({ ...question, among: held }).select('court_case.id'))],
      ['among many found', compiled(copy.cases({ ...question, among: many }).select('court_case.id'))],
    ]
    await expect(golden(sections)).toMatchFileSnapshot('../../test/golden/copy-cases.sql')
  })

  it('of pages, counts, facets, statistics, people and news', async () => {
    const values = { type: '1', has_result: true, penalty_type: ['fine'], regions: [77] }
    const question = { scope, values }
    const engines = { db, copy: () => copy }
    const page = { ordering: '-entry_date', page: 2, size: 20 } as const
    const slice = { limit: 20, offset: 0, least: 1 }
    const facets = askedFacets(values, [
      'type',
      'court',
      'has_advocate',
      'penalty_type',
      'codex_articles',
      'event_type',
      'state',
    ])
    const groups = copy.facetGroups(facets)
    const sections: (readonly [string, string])[] = [
      ['a page and the total', await askedBy(() => listCases(engines, scope, values, page, { tags: false }))],
    ]
    for (const group of groups)
      sections.push([
        `facets ${group.map(({ key }) => key).join(', ')}`,
        await askedBy(async () => copy.facets?.(question, group)),
      ])
    sections.push(
      ['the tree of articles', await askedBy(() => countArticleTree(copy, question))],
      ['charts', await askedBy(() => countCharts(copy, { scope, values: { regions: [77] } }, db))],
      ['charts of penalties under a filter on them', await askedBy(() => countPenalties(copy, question, ['fines']))],
    )
    for (const ordering of ['name', '-entry_date', '-cases_count'] as const)
      sections.push([
        `people by ${ordering}`,
        await askedBy(() => peoplePage(engines, limited, { regions: [77] }, { ...slice, ordering })),
      ])
    sections.push([
      'news',
      await askedBy(() =>
        countNewsOf(copy, () => copy.cases(question), {
          kinds: ['new', 'result'],
          since: '2026-01-01',
          until: '2026-02-01',
          mostCases: 100,
        }),
      ),
    ])
    await expect(golden(sections)).toMatchFileSnapshot('../../test/golden/copy-answers.sql')
  })
})
