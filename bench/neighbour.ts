import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { countableKeys } from '#shared/api/facets.ts'
import { regions } from '#shared/domain/regions.ts'
import { caseFields } from '#shared/filters/case-fields.ts'
import { filterParamsOf } from '#shared/filters/field.ts'
import { openSession } from '../server/accounts/sessions.ts'
import { buildApp } from '../server/app.ts'
import type { DB } from '../server/db/schema.ts'
import type { BenchCopy } from './copy.ts'
import { newcomerIn, percentiles, type Telling, tableHead, tenths } from './measured.ts'

/** How long one account's list takes while another has 32 heavy requests running (design §14): through HTTP, as both would ask. */
const crowd = 32
const regionCodes = regions.map(({ number }) => number)
const betweenLists = 50

/** What every account may ask about. */
const open = new Set(
  filterParamsOf(caseFields).flatMap(({ name, field }) => (field.onlyFor === undefined ? [name] : [])),
)
const facets = countableKeys
  .filter(key => open.has(key))
  .map(key => `facets=${key}`)
  .join('&')
/** Of another region each time, so that no answer is known already. */
const heavy: readonly (readonly [title: string, path: (region: number) => string])[] = [
  ['счётчики с исключениями', region => `cases/facets/?type=1&penalty_type_not=fine&regions_not=${region}&${facets}`],
  ['сводная таблица', region => `data/pivot/?rows=regions&columns=entry_year&regions_not=${region}`],
  [
    'регулярное выражение',
    region => `cases/?result_text_search=${encodeURIComponent('пл.кат')}${region}?&text_search_type=regexp`,
  ],
]

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

export async function sayNeighbour(db: Kysely<DB>, copy: BenchCopy, { millisecondsEach, say }: Telling): Promise<void> {
  const app = await buildApp({ db, copy: copy.now })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const newcomer = async () => {
    const { id } = await newcomerIn(db)
    return { id, headers: { authorization: `Bearer ${await openSession(db, id)}` } }
  }
  const [one, other] = [await newcomer(), await newcomer()]
  const listTimes = async (milliseconds: number): Promise<number[]> => {
    const times: number[] = []
    const until = performance.now() + milliseconds
    for (let at = 0; at === 0 || performance.now() < until; at++) {
      const began = performance.now()
      const answer = await fetch(`${origin}/api/v1/cases/?type=1&regions=${regionCodes[at % regionCodes.length]}`, one)
      await answer.text()
      if (!answer.ok) throw new Error(`The list answers ${answer.status}`)
      times.push(performance.now() - began)
      await pause(betweenLists)
    }
    return times
  }
  try {
    await listTimes(0)
    const quiet = percentiles(await listTimes(millisecondsEach))
    say(tableHead(`сосед: список, пока другой держит ${crowd} запроса`, 'p50, мс', 'p95, мс', 'у другого ответов'))
    say(`| никого | ${tenths.format(quiet.p50)} | ${tenths.format(quiet.p95)} | |`)
    for (const [title, path] of heavy) {
      const leaving = new AbortController()
      let answered = 0
      const crowding = Array.from({ length: crowd }, async (_, first) => {
        for (let at = first; !leaving.signal.aborted; at += crowd) {
          const region = regionCodes[at % regionCodes.length] ?? 1
          const answer = await fetch(`${origin}/api/v1/${path(region)}`, { ...other, signal: leaving.signal })
          const said = await answer.text()
          // In a crowd some wait for too long.
          if (!answer.ok && answer.status !== 503) throw new Error(`${title}: ${said}`)
          answered += 1
        }
      })
      await pause(Math.min(1_000, millisecondsEach))
      const { p50, p95 } = percentiles(await listTimes(millisecondsEach * 5))
      leaving.abort()
      for (const ended of await Promise.allSettled(crowding))
        if (ended.status === 'rejected' && !isAbort(ended.reason)) throw ended.reason
      say(`| ${title} | ${tenths.format(p50)} | ${tenths.format(p95)} | ${answered} |`)
    }
  } finally {
    await app.close()
    await db.deleteFrom('account').where('id', 'in', [one.id, other.id]).execute()
  }
}
