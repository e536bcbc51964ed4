import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { caseList } from '#shared/api/cases.ts'
import { fullCase } from '#shared/api/full-case.ts'
import { momentIn } from '#shared/domain/dates.ts'
import { testApp } from '../../test/app.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'

/** An event of unknown wording is perhaps a hearing while it is ahead by the clock of its court. */
const { db, as } = await testApp()
const ask = await as(await buildAccount(db))

const minute = 60_000
const day = 24 * 60 * minute
/** East and west of Moscow: where it is another day for hours. */
const courts = [
  { region: 41, zone: 'Asia/Kamchatka' },
  { region: 39, zone: 'Europe/Kaliningrad' },
  { region: 77, zone: 'Europe/Moscow' },
]
const unknown = 'Явка сторон'
let lastNumber = 7000
const nextNumber = (): string => `5-${++lastNumber}/2026`
type Given = { type?: string; after: number; isTimed?: boolean; time?: string }
const eventOf = (zone: string, { type = unknown, after, isTimed = true, time }: Given) => {
  const now = Date.now()
  const at = momentIn(zone, new Date(now + after))
  // Midnight would be no hour: a minute further away is as good.
  const told = at.endsWith(' 00:00') ? momentIn(zone, new Date(now + after + (after < 0 ? -minute : minute))) : at
  const [date = '', hour = ''] = told.split(' ')
  return { type, date, ...(isTimed && { time: time ?? hour }) }
}
const counts = z.object({ facets: z.object({ state: z.array(z.object({ value: z.string(), count: z.number() })) }) })

describe.each(courts)('by the clock of $zone', ({ region, zone }) => {
  // biome-ignore format: a table reads best as one
  it.each<[what: string, events: Given[], state: 'is_planned' | 'in_past' | 'no_info', isPossible: boolean]>([
    ['a day ago', [{ after: -day }], 'no_info', false],
    ['a minute ago', [{ after: -minute }], 'no_info', false],
    ['in two minutes', [{ after: 2 * minute }], 'is_planned', true],
    ['tomorrow', [{ after: day }], 'is_planned', true],
    ['tomorrow, without an hour', [{ after: day, isTimed: false }], 'no_info', false],
    ['tomorrow at 00:00, which is no hour', [{ after: day, time: '00:00' }], 'no_info', false],
    ['tomorrow, in words that are no hearing’s', [{ after: day, type: 'Сдано в отдел судопроизводства' }], 'no_info', false],
    ['tomorrow, in words that are a hearing’s', [{ after: day, type: 'Рассмотрение материала' }], 'is_planned', false],
    ['tomorrow, and a hearing that was', [{ after: day }, { after: -day, type: 'Рассмотрение дела' }], 'is_planned', true],
    ['a minute ago, and a hearing that was', [{ after: -minute }, { after: -day, type: 'Рассмотрение дела' }], 'in_past', false],
    ['tomorrow, and a hearing after it', [{ after: day }, { after: 2 * day, type: 'Рассмотрение дела' }], 'is_planned', false],
    ['a hearing a minute ago', [{ after: -minute, type: 'Рассмотрение дела' }], 'in_past', false],
    ['a hearing today, without an hour', [{ after: 0, type: 'Рассмотрение дела', isTimed: false }], 'is_planned', false],
  ])('an event %s', async (_, given, state, isPossible) => {
    const events = given.map(one => eventOf(zone, one))
    const case_number = nextNumber()
    const id = await buildCase(db, { court: { title: 'Выдуманный суд', region }, case_number, events })
    const whole = fullCase.parse((await ask(`cases/${id}/`)).body)
    expect(whole.state).toBe(state)
    const [event] = events
    expect(whole.possible_hearing).toEqual(isPossible ? { date: event?.date, time: event?.time } : null)
    const marked = whole.events.filter(one => one.is_possible_hearing).map(({ type }) => type)
    expect(marked).toEqual(whole.events.filter(({ type, happens_at }) => type === unknown && happens_at !== null && new Date(happens_at) > new Date()).map(({ type }) => type))
    expect(marked.length > 0).toBe(isPossible || given.length === 2 && state === 'is_planned')
    const [row] = caseList.parse((await ask(`cases/?case_number=${case_number}&state=${state}`)).body).results
    expect(row).toMatchObject({ id, state, possible_hearing: whole.possible_hearing })
    for (const other of ['is_planned', 'in_past', 'no_info'].filter(one => one !== state))
      expect(caseList.parse((await ask(`cases/?case_number=${case_number}&state=${other}`)).body).count).toBe(0)
    const { facets } = counts.parse((await ask(`cases/facets/?facets=state&case_number=${case_number}`)).body)
    expect(facets.state.filter(({ count }) => count > 0)).toEqual([{ value: state, count: 1 }])
  })
})
