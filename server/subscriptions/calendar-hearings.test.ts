import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { buildCase } from '../../test/factories.ts'
import {
  type CalendarHearing,
  diffHearings,
  type HeldHearing,
  type KnownHearing,
  syncHearings,
} from './calendar-hearings.ts'

/** What a calendar learns when a card changes (§2 /subscriptions): the same hearing moves, another is another. */
const { db } = await testDatabase()
const today = '2026-03-10'
const at = (
  event_date: string,
  event_time: string | null = '10:00',
  more: Partial<CalendarHearing> = {},
): CalendarHearing => ({
  event_date,
  event_time,
  happens_at: event_time === null ? null : new Date(`${event_date}T${event_time}:00Z`),
  title: 'Рассмотрение дела',
  hall: '3',
  is_possible: false,
  ...more,
})
const known = (id: number, hearing: CalendarHearing, cancelled_at: Date | null = null): KnownHearing => ({
  ...hearing,
  id,
  cancelled_at,
})
const before = new Date('2026-03-01T00:00:00Z')
const putOff = { title: 'Рассмотрение дела (в карточке: «Заседание отложено»)' }
const far: HeldHearing = { ...at('2062-04-20'), is_far: true }
const knownFar: KnownHearing = { ...known(9, at('2062-04-20')), is_far: true }
const inFarYear = { title: 'Рассмотрение дела (в карточке: «20\u00a0апреля\u00a02062 10:00»)' }
const perhaps = { title: 'Явка', is_possible: true }
const noon = { today, now: new Date('2026-03-10T12:00:00Z') }

describe('hearings on a calendar', () => {
  // biome-ignore format: a table reads best as one
  it.each<[what: string, before: KnownHearing[], now: HeldHearing[], steps: unknown[]]>([
    ['nothing changes', [known(1, at('2026-03-20'))], [at('2026-03-20')], []],
    ['one is set', [], [at('2026-03-20')], [{ act: 'add', to: at('2026-03-20') }]],
    ['one moves to another day', [known(1, at('2026-03-20'))], [at('2026-03-27')], [{ act: 'move', id: 1, to: at('2026-03-27') }]],
    ['one moves to another hour', [known(1, at('2026-03-20'))], [at('2026-03-20', '11:30')], [{ act: 'move', id: 1, to: at('2026-03-20', '11:30') }]],
    ['one goes to another room', [known(1, at('2026-03-20'))], [at('2026-03-20', '10:00', { hall: '7' })], [{ act: 'move', id: 1, to: at('2026-03-20', '10:00', { hall: '7' }) }]],
    ['one is cancelled', [known(1, at('2026-03-20'))], [], [{ act: 'cancel', id: 1 }]],
    ['one goes to a year that is mistyped: it stays, and says so', [known(1, at('2026-03-20'))], [far], [{ act: 'add', to: at('2062-04-20') }, { act: 'move', id: 1, to: at('2026-03-20', '10:00', inFarYear) }]],
    ['nothing changes after that', [known(1, at('2026-03-20', '10:00', inFarYear)), knownFar], [far], []],
    ['the mistyped year is put right', [known(1, at('2026-03-20', '10:00', inFarYear)), knownFar], [at('2026-04-20')], [{ act: 'forget', id: 9 }, { act: 'move', id: 1, to: at('2026-04-20') }]],
    ['the line of the mistyped year goes', [known(1, at('2026-03-20', '10:00', inFarYear)), knownFar], [], [{ act: 'forget', id: 9 }, { act: 'cancel', id: 1 }]],
    ['one is cancelled beside a line of its title that was mistyped before', [known(1, at('2026-03-20')), knownFar], [far], [{ act: 'cancel', id: 1 }]],
    [
      'one is cancelled beside such a line of another',
      [known(1, at('2026-03-20'))],
      [{ ...at('2062-04-20', '10:00', { title: 'Беседа' }), is_far: true }],
      [
        { act: 'add', to: at('2062-04-20', '10:00', { title: 'Беседа' }) },
        { act: 'cancel', id: 1 },
      ],
    ],
    ['a cancelled one stays cancelled', [known(1, at('2026-03-20'), before)], [], []],
    ['a cancelled one comes back', [known(1, at('2026-03-20'), before)], [at('2026-03-20')], [{ act: 'move', id: 1, to: at('2026-03-20') }]],
    ['one that has been is not cancelled when its line goes', [known(1, at('2026-03-05'))], [], []],
    ['one that has been does not become the next one', [known(1, at('2026-03-05'))], [at('2026-03-20')], [{ act: 'add', to: at('2026-03-20') }]],
    ['another is set beside one that stays', [known(1, at('2026-03-20'))], [at('2026-03-20'), at('2026-03-27')], [{ act: 'add', to: at('2026-03-27') }]],
    [
      'of two the earlier moves to the earlier',
      [known(1, at('2026-03-20')), known(2, at('2026-03-21'))],
      [at('2026-04-02'), at('2026-04-01')],
      [
        { act: 'move', id: 1, to: at('2026-04-01') },
        { act: 'move', id: 2, to: at('2026-04-02') },
      ],
    ],
    ['its card says that one was put off: it is the same hearing', [known(1, at('2026-03-20'))], [at('2026-03-20', '10:00', putOff)], [{ act: 'move', id: 1, to: at('2026-03-20', '10:00', putOff) }]],
    ['its card says so no more', [known(1, at('2026-03-20', '10:00', putOff))], [at('2026-03-20')], [{ act: 'move', id: 1, to: at('2026-03-20') }]],
    [
      'one was put off, and another is set: the first stays',
      [known(1, at('2026-03-20'))],
      [at('2026-03-20', '10:00', putOff), at('2026-03-27')],
      [
        { act: 'move', id: 1, to: at('2026-03-20', '10:00', putOff) },
        { act: 'add', to: at('2026-03-27') },
      ],
    ],
    ['one that has been gets an outcome', [known(1, at('2026-03-05')), known(2, at('2026-03-10', '11:00'))], [at('2026-03-05', '10:00', putOff), at('2026-03-10', '11:00', putOff)], []],
    ['one was put off before its hour, which has passed', [known(1, at('2026-03-05', '10:00', putOff))], [at('2026-03-05', '10:00', putOff)], []],
    ['one that has been, with its outcome, is new to the calendar', [], [at('2026-03-05', '10:00', putOff)], [{ act: 'add', to: at('2026-03-05') }]],
    ['what is perhaps one is set', [], [at('2026-03-20', '10:00', perhaps)], [{ act: 'add', to: at('2026-03-20', '10:00', perhaps) }]],
    ['what was perhaps one an hour ago is not added', [], [at('2026-03-10', '11:00', perhaps)], []],
    ['what was perhaps one an hour ago stays as it was', [known(1, at('2026-03-10', '11:00', perhaps))], [at('2026-03-10', '11:00', perhaps)], []],
    ['what is perhaps one is forgotten when its line goes', [known(1, at('2026-03-20', '10:00', perhaps))], [], [{ act: 'forget', id: 1 }]],
    ['what is perhaps one moves', [known(1, at('2026-03-20', '10:00', perhaps))], [at('2026-03-21', '10:00', perhaps)], [{ act: 'move', id: 1, to: at('2026-03-21', '10:00', perhaps) }]],
    ['what is perhaps one goes, and a hearing of another day is set: nobody said that it moved', [known(1, at('2026-03-20', '10:00', perhaps))], [at('2026-03-21')], [{ act: 'add', to: at('2026-03-21') }, { act: 'forget', id: 1 }]],
    ['what is perhaps one comes where a hearing goes: neither moved', [known(1, at('2026-03-20'))], [at('2026-03-21', '10:00', perhaps)], [{ act: 'add', to: at('2026-03-21', '10:00', perhaps) }, { act: 'cancel', id: 1 }]],
    ['what was perhaps one is a hearing of that hour under another name', [known(1, at('2026-03-20', '10:00', perhaps))], [at('2026-03-20')], [{ act: 'move', id: 1, to: at('2026-03-20') }]],
    [
      'what was perhaps one is known to be one',
      [known(1, at('2026-03-20', '10:00', perhaps))],
      [at('2026-03-20', '10:00', { ...perhaps, is_possible: false })],
      [{ act: 'move', id: 1, to: at('2026-03-20', '10:00', { ...perhaps, is_possible: false }) }],
    ],
  ])('%s', (_, was, now, steps) => {
    expect(diffHearings(was, now, noon)).toEqual(steps)
  })

  it('says what the card says after every change, keeps its numbers, and then is quiet', () => {
    const hearing = fc
      .record({
        day: fc.integer({ min: 10, max: 28 }),
        hour: fc.constantFrom('10:00', '11:30', null),
        hall: fc.constantFrom('', '3'),
      })
      .map(({ day, hour, hall }) => at(`2026-03-${day}`, hour, { hall }))
    const card = fc.uniqueArray(hearing, { maxLength: 4, selector: one => `${one.event_date} ${one.event_time}` })
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 6 }), cards => {
        let entries: KnownHearing[] = []
        let last = 0
        for (const held of cards) {
          for (const step of diffHearings(entries, held, noon)) {
            if (step.act === 'add') entries.push(known(++last, step.to))
            else
              entries = entries.map(one =>
                one.id !== step.id
                  ? one
                  : step.act === 'move'
                    ? known(one.id, step.to)
                    : { ...one, cancelled_at: before },
              )
          }
          const shown = entries.filter(({ cancelled_at }) => cancelled_at === null)
          expect(shown.map(lineOf).toSorted()).toEqual(held.map(lineOf).toSorted())
          expect(diffHearings(entries, held, noon)).toEqual([])
        }
      }),
      { numRuns: 200 },
    )
  })
})
const lineOf = ({ event_date, event_time, hall }: CalendarHearing): string => `${event_date} ${event_time} ${hall}`

it.each([['2026-03-05'], ['2026-03-20']])(
  'a hearing of %s that an earlier version had at midnight is one without an hour (domain §6)',
  async date => {
    const id = await buildCase(db, { events: [{ type: 'Рассмотрение дела', date, time: '00:00' }] })
    await db
      .insertInto('calendar_hearing')
      .values({
        case_id: id,
        event_date: date,
        event_time: '00:00',
        happens_at: new Date(`${date}T00:00:00+03:00`),
        title: 'Рассмотрение дела',
        hall: '',
        changed_at: before,
      })
      .execute()
    const kept = () =>
      db
        .selectFrom('calendar_hearing')
        .where('case_id', '=', id)
        .select(['event_time', 'happens_at', 'sequence', 'cancelled_at'])
        .execute()
    const right = [{ event_time: null, happens_at: null, sequence: 1, cancelled_at: null }]
    await syncHearings(db, [id], { since: '2026-01-01', ...noon })
    expect(await kept()).toEqual(right)
    await syncHearings(db, [id], { since: '2026-01-01', ...noon })
    expect(await kept()).toEqual(right)
  },
)
