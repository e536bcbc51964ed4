import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { countableKeys } from '#shared/api/facets.ts'
import { showNumber } from '#shared/domain/wording.ts'
import type { Engines } from '../server/cases/engine/engine.ts'
import { countFacets } from '../server/cases/facets.ts'
import { listCases } from '../server/cases/list-cases.ts'
import type { DB } from '../server/db/schema.ts'
import { everyone, measured, type Percentiles, percentiles, reader, shown, tableHead } from './measured.ts'

/**
 * Each way to search in texts, from what few texts hold to what most do (§3 `text_search_type`): the list with its total when it is
 * asked for the first time, so that nothing is kept, and when it is asked again; and all counts beside it.
 */
const asked: readonly (readonly [mode: string, text: string])[] = [
  ['plain', 'хищение'],
  ['plain', 'плакат'],
  ['plain', 'полиция'],
  ['plain', 'административный'],
  ['phrase', 'одиночное пикетирование'],
  ['phrase', 'сотрудников полиции'],
  ['phrase', 'вину не признал'],
  ['phrase', 'в виде административного штрафа в размере'],
  ['raw', 'плакат & (полици* | штраф) & !арест'],
  ['raw', 'штраф & НЕ арест'],
  ['raw', 'полиции /2 рапорты'],
  ['raw', 'вину /1 признал'],
  ['exact_match', 'плакат'],
  ['exact_match', 'штраф'],
  ['exact_match', 'одиночное пикетирование'],
  ['exact_match', 'не признал'],
  ['exact_match', 'административного штрафа'],
  ['exact_match', 'вину не признал'],
  ['regexp', 'пикетировани[ея]м?'],
  ['regexp', 'пикетировани[ея]м?,'],
  ['regexp', 'штраф(а|ом|у)?'],
  ['regexp', 'административн(ого|ый) штраф'],
  ['regexp', 'плакат(ом|а)? .{1,20}войн'],
]

const page = { ordering: '-entry_date', page: 1, size: 20 } as const
const firstTimes = 5

export async function sayWords(
  reading: Engines,
  { millisecondsEach, say }: { millisecondsEach: number; say: (line: string) => void },
): Promise<void> {
  const figures = ['впервые: p50, мс', 'худшее, мс', 'снова: p50, мс', 'p95, мс', 'счётчики рядом: p50, мс', 'p95, мс']
  say(tableHead('слова в текстах', 'найдено', ...figures))
  for (const [mode, text] of asked) {
    const values = { result_text_search: { mode, text } }
    const list = () => listCases(reading, everyone, values, page, reader)
    const first: number[] = []
    let found = ''
    try {
      for (let times = 0; times < (millisecondsEach === 0 ? 1 : firstTimes); times++) {
        await forget(reading.db)
        const began = performance.now()
        found = showNumber((await list()).count)
        first.push(performance.now() - began)
      }
      const again = await measured(list, millisecondsEach)
      const counts = await measured(
        () => countFacets(reading, everyone, values, { keys: countableKeys, limitSeconds: 60 }),
        millisecondsEach,
      )
      const cellsOfRow = [percentiles(first), again, counts].map(cells).join(' ')
      say(`| ${mode} «${text.replaceAll('|', '\\|')}» | ${found} ${cellsOfRow} |`)
    } catch (error) {
      // Refused, as a person would be.
      say(`| ${mode} «${text}» | ${error instanceof Error ? error.message : String(error)} |`)
    }
  }
}
const cells = (one: Percentiles): string => shown(one).slice(0, -2)

/** As if a text had been written: nothing that is kept is true any more. */
const forget = (db: Kysely<DB>) => sql`insert into text_write default values`.execute(db)
