import type { CaseRecord } from '../ingest/case-record.ts'
import { clockAt, dayToIso, hearingMinute, officeMinute, workdayFrom } from './calendar.ts'
import type { Pace } from './matters.ts'
import { type Rng, weightedName } from './random.ts'

/**
 * The course of a case in the words of the reference data: past events, and the next hearing, if scheduled, without a
 * result.
 */
export type CaseEvent = CaseRecord['events'][number]
/** Of КоАП cases, of criminal ones, of reviews. */
export type DemoOutcome =
  | ('punished' | 'terminated' | 'returned' | 'forwarded')
  | ('sentenced' | 'closed' | 'toProsecutor' | 'elsewhere' | 'treatment')
  | ('upheld' | 'quashed' | 'remitted' | 'changed' | 'unheard' | 'withdrawn')
export type Course = { events: CaseEvent[]; decided?: { day: number; outcome: DemoOutcome } }

const administrativeOutcome = weightedName<DemoOutcome>({ punished: 84, terminated: 7, returned: 6, forwarded: 3 })
const criminalOutcome = weightedName<DemoOutcome>({
  sentenced: 74,
  closed: 18,
  toProsecutor: 4,
  elsewhere: 2.5,
  treatment: 1.5,
})
const reviewOutcome = weightedName<DemoOutcome>({
  upheld: 70,
  quashed: 8,
  remitted: 8,
  changed: 6,
  unheard: 5,
  withdrawn: 3,
})

const halls = ['', '', '', 'Зал № 1', 'Зал № 2', 'Зал № 3', 'Зал 5', '105', '214', '301', '31']
const postponed = ['Рассмотрение отложено', 'Рассмотрение отложено', 'Объявлен перерыв']
const adjourned = ['Заседание отложено', 'Заседание отложено', 'Объявлен перерыв']

/** A hearing today or later is scheduled, not held. */
function diary(rng: Rng, today: number) {
  const events: CaseEvent[] = []
  let last = { day: 0, minute: 0 }
  const put = (type: string, day: number, minute: number, result: string, hall = ''): void => {
    last = { day, minute }
    events.push({ type, date: dayToIso(day), time: clockAt(minute), result, hall, note: '' })
  }
  const passed = (day: number): number => (last.day === day ? last.minute : 0)
  return {
    events,
    note(type: string, day: number, result = '', latest?: number): void {
      const minute = officeMinute(rng, passed(day), latest)
      if (day <= today) put(type, day, minute, result)
    },
    hearing(type: string, day: number, result: string): boolean {
      const held = day < today
      put(type, day, hearingMinute(rng, passed(day)), held ? result : '', rng.pick(halls))
      return held
    },
  }
}
const noon = 12 * 60

const koapResults: Partial<Record<DemoOutcome, string>> = {
  punished: 'Вынесено постановление о назначении административного наказания',
  terminated: 'Производство по делу прекращено',
  forwarded: 'Передано по подведомственности',
}

export function administrativeCourse(rng: Rng, pace: Pace, entry: number, today: number): Course {
  const { events, note, hearing } = diary(rng, today)
  const outcome = administrativeOutcome(rng)
  const isQuick = pace === 'sameDay'
  const latest = isQuick ? noon : undefined
  note('Передача дела судье', entry, '', latest)
  const prepared = isQuick ? entry : workdayFrom(entry + rng.int(0, 3))
  if (outcome === 'returned') {
    const returned = 'Протокол об административном правонарушении (материалы дела) возвращен(ы) (в пор. ст.29.4 п.4)'
    note('Подготовка дела к рассмотрению', prepared, returned)
    note('Материалы дела сданы в отдел судебного делопроизводства', workdayFrom(prepared + rng.int(2, 9)))
    return prepared < today ? { events, decided: { day: prepared, outcome } } : { events }
  }
  note('Подготовка дела к рассмотрению', prepared, 'Назначено судебное заседание', latest)
  if (prepared > today) return { events }
  let day = isQuick ? entry : workdayFrom(prepared + rng.int(5, 30))
  const delays = rng.chance(isQuick ? 0.08 : 0.34) ? rng.int(1, 3) : 0
  const trial = 'Рассмотрение дела по существу'
  for (let left = delays; left > 0; left -= 1) {
    if (!hearing(trial, day, rng.pick(postponed))) return { events }
    day = workdayFrom(day + (isQuick ? rng.int(1, 7) : rng.int(5, 24)))
  }
  if (!hearing(trial, day, koapResults[outcome] ?? '')) return { events }
  const copied = rng.chance(0.6) ? 'Вручение копии' : 'Направление копии'
  note(`${copied} постановления (определения) в соотв. с ч. 2 ст. 29.11 КоАП РФ`, workdayFrom(day + rng.int(0, 3)))
  note('Материалы дела сданы в отдел судебного делопроизводства', workdayFrom(day + rng.int(3, 12)))
  return { events, decided: { day, outcome } }
}

export function finalEvents(rng: Rng, valid: number, punished: boolean, today: number): CaseEvent[] {
  const { events, note } = diary(rng, today)
  note('Вступление постановления (определения) в законную силу', valid)
  if (punished) note('Обращено к исполнению', workdayFrom(valid + rng.int(1, 8)))
  return events
}

export function criminalCourse(rng: Rng, entry: number, today: number): Course {
  const { events, note, hearing } = diary(rng, today)
  const outcome = criminalOutcome(rng)
  note('Регистрация поступившего в суд дела', entry)
  note('Передача материалов дела судье', workdayFrom(entry + rng.int(0, 2)))
  const received = workdayFrom(entry + rng.int(4, 20))
  const accepted = 'Решение в отношении поступившего уголовного дела'
  if (outcome === 'elsewhere') {
    note(accepted, received, 'Дело направлено по подсудности')
    return received < today ? { events, decided: { day: received, outcome } } : { events }
  }
  const preliminary = rng.chance(0.18)
  note(accepted, received, preliminary ? 'Назначено предварительное слушание' : 'Назначено судебное заседание')
  if (received > today) return { events }
  let day = workdayFrom(received + rng.int(5, 18))
  if (preliminary) {
    if (!hearing('Предварительное слушание', day, 'Назначено судебное заседание')) return { events }
    day = workdayFrom(day + rng.int(7, 21))
  }
  const session = 'Судебное заседание'
  for (let left = Math.floor(rng.next() ** 2 * 9); left > 0; left -= 1) {
    if (!hearing(session, day, rng.pick(adjourned))) return { events }
    day = workdayFrom(day + rng.int(5, 25))
  }
  const results: Partial<Record<DemoOutcome, string>> = {
    closed: 'Производство по делу прекращено',
    toProsecutor: 'Дело возвращено прокурору',
    treatment: 'Вынесено постановление в порядке гл. 51 УПК (о применении ПМ медицинского характера)',
  }
  if (!hearing(session, day, results[outcome] ?? 'Постановление приговора')) return { events }
  if (outcome === 'sentenced') {
    day = workdayFrom(day + (rng.chance(0.7) ? 0 : rng.int(1, 6)))
    if (!hearing('Провозглашение приговора', day, 'Провозглашение приговора окончено')) return { events }
  }
  note('Дело сдано в отдел судебного делопроизводства', workdayFrom(day + rng.int(5, 20)))
  note('Дело оформлено', workdayFrom(day + rng.int(21, 50)))
  return { events, decided: { day, outcome } }
}

const reviewResults: Partial<Record<DemoOutcome, string>> = {
  upheld: 'Оставлено без изменения',
  quashed: 'Отменено с прекращением производства',
  remitted: 'Отменено с возвращением на новое рассмотрение',
  changed: 'Изменено',
  unheard: 'Оставлено без рассмотрения',
}

export function reviewCourse(rng: Rng, entry: number, today: number, soon: boolean): Course {
  const { events, note, hearing } = diary(rng, today)
  const outcome = reviewOutcome(rng)
  note('Материалы переданы в производство судье', entry)
  if (!soon && rng.chance(0.4)) {
    note('Истребованы материалы', workdayFrom(entry + rng.int(0, 3)))
    note('Поступили истребованные материалы', workdayFrom(entry + rng.int(5, 12)))
  }
  let day = workdayFrom(entry + (soon ? rng.int(0, 2) : rng.int(13, 40)))
  if (rng.chance(0.2)) {
    if (!hearing('Судебное заседание', day, 'Отложено')) return { events }
    day = workdayFrom(day + rng.int(soon ? 1 : 5, soon ? 2 : 20))
  }
  const result = reviewResults[outcome] ?? 'Производство по жалобе прекращено'
  if (!hearing('Судебное заседание', day, result)) return { events }
  const sent = 'Направление копии решения (определения) в соотв. с чч. 2, 2.1, 2.2 ст. 30.8 КоАП РФ'
  note('Вступило в законную силу', day)
  note(sent, workdayFrom(day + rng.int(1, 4)))
  note('Дело оформлено', workdayFrom(day + rng.int(5, 15)))
  return { events, decided: { day, outcome } }
}

export function criminalAppealCourse(rng: Rng, entry: number, today: number): Course {
  const { events, note, hearing } = diary(rng, today)
  const outcome = reviewOutcome(rng)
  note('Передача дела судье', entry)
  note('Вынесено постановление о назначении судебного заседания', workdayFrom(entry + rng.int(2, 7)))
  let day = workdayFrom(entry + rng.int(14, 45))
  if (rng.chance(0.25)) {
    if (!hearing('Судебное заседание', day, 'Заседание отложено')) return { events }
    day = workdayFrom(day + rng.int(7, 20))
  }
  const result = outcome === 'withdrawn' ? 'Апелляционное производство прекращено' : (reviewResults[outcome] ?? '')
  if (!hearing('Судебное заседание', day, result)) return { events }
  note('Дело сдано в отдел судебного делопроизводства', workdayFrom(day + rng.int(3, 10)))
  note('Дело оформлено', workdayFrom(day + rng.int(8, 20)))
  return { events, decided: { day, outcome } }
}
