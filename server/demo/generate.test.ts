import { describe, expect, it } from 'vitest'
import { penaltyTypes } from '#shared/domain/outcomes.ts'
import {
  referenceAppealResults,
  referenceArticles,
  referenceCourtRows,
  referenceDefenceParams,
  referenceEventResults,
  referenceEventTypes,
  referenceResultTypes,
} from '../db/reference/tables.ts'
import { type CaseRecord, caseRecord } from '../ingest/case-record.ts'
import { readPersonName } from '../names/person-name.ts'
import { imposedIn } from './compose.ts'
import { courtGenitive, numberWords } from './decision-wording.ts'
import { demoCases } from './generate.ts'
import { person } from './names.ts'
import { random } from './random.ts'
import { criminalResults } from './results.ts'

const today = '2026-11-21'
const corpus = (count: number, seed = 1): CaseRecord[] => [...demoCases(count, { seed, today })]
const cases = corpus(4_000)
/** For what is rare. */
const large = () => demoCases(30_000, { seed: 1, today, textShare: 0 })
const share = (holds: (record: CaseRecord) => boolean): number => cases.filter(holds).length / cases.length

describe('the demonstration corpus', () => {
  it('is the same for the same seed and day, and another for another seed', () => {
    expect(corpus(300)).toEqual(corpus(300))
    expect(corpus(300, 2)).not.toEqual(corpus(300))
  })
  it.each([0, 1, 7, 500])('holds exactly %i cases when so many are asked for', count =>
    expect(corpus(count)).toHaveLength(count),
  )
  it('holds records as ingest takes them, each with a key of its own', () => {
    for (const record of cases) expect(caseRecord.parse(record)).toEqual(record)
    expect(new Set(cases.map(({ source_key }) => source_key)).size).toBe(cases.length)
  })
  it('comes in the order of entry and ends today', () => {
    const days = cases.map(({ entry_date = '' }) => entry_date)
    // The day itself is a Saturday.
    expect(days).toEqual([...days].sort())
    expect(days.at(-1)).toMatch(/2026-11-2[01]/)
    expect(share(({ entry_date = '' }) => entry_date > '2026-11-14')).toBeGreaterThan(0.003)
  })
  it('has both codices and both instances in believable shares', () => {
    expect(share(({ type }) => type === 2)).toBeCloseTo(0.19, 1)
    expect(share(({ stage }) => stage === 2)).toBeCloseTo(0.19, 1)
    expect(share(({ result }) => result === undefined)).toBeGreaterThan(0.01)
    expect(share(({ penalties }) => penalties.length > 0)).toBeCloseTo(0.65, 1)
    expect(share(({ text }) => text !== undefined)).toBeCloseTo(0.5, 1)
    expect(share(({ defendants }) => defendants.length > 1)).toBeGreaterThan(0.005)
    expect(share(({ penalties }) => penalties.some(({ hidden }) => hidden))).toBeGreaterThan(0.01)
  })
  it('imposes every kind of penalty, those of each codex only there', () => {
    const told = new Set<string>()
    const foreign = new Set<string>()
    for (const record of large())
      for (const { type } of imposedIn(record)) {
        told.add(type)
        const kind = penaltyTypes.find(({ value }) => value === type)
        if (!kind?.codices.some(own => own === record.type)) foreign.add(`${type} ${record.type}`)
      }
    expect(penaltyTypes.filter(({ value }) => !told.has(value)).map(({ value }) => value)).toEqual(['no_data', 'error'])
    expect([...foreign]).toEqual([])
  })
  it('tells the penalties of every verdict on its card or in its text, in the share of the articles', () => {
    const verdicts = cases.filter(({ result }) => result === criminalResults.sentenced)
    expect(verdicts.length).toBeGreaterThan(300)
    for (const verdict of verdicts) {
      expect(imposedIn(verdict).length).toBeGreaterThan(0)
      if (verdict.penalties.length === 0) expect(verdict.text).toMatch(/назначить .{1,60} наказание в виде/)
      else expect(verdict.penalties).toEqual(imposedIn(verdict))
    }
    const of = (holds: (one: CaseRecord['penalties'][number]) => boolean): number =>
      verdicts.filter(verdict => imposedIn(verdict).some(holds)).length / verdicts.length
    expect(verdicts.filter(({ penalties }) => penalties.length === 0).length / verdicts.length).toBeCloseTo(0.2, 0)
    expect(of(({ type }) => type === 'imprisonment')).toBeCloseTo(0.6, 0)
    expect(of(({ suspended }) => suspended === true)).toBeGreaterThan(0.15)
    expect(of(({ additional }) => additional === true)).toBeGreaterThan(0.1)
    // A probation goes with what is suspended, and with nothing else.
    for (const verdict of verdicts)
      for (const { suspended, probation_months } of imposedIn(verdict))
        expect(probation_months !== undefined).toBe(suspended === true)
  })
  it('imposes on each of several accused, and says on whom', () => {
    const several = cases.filter(
      ({ result, defendants }) => result === criminalResults.sentenced && defendants.length > 1,
    )
    expect(several.length).toBeGreaterThan(20)
    for (const verdict of several)
      expect(new Set(imposedIn(verdict).map(({ person }) => person))).toEqual(
        new Set(verdict.defendants.map(({ name }) => name)),
      )
  })
  it('lets appeals of both codices change what was imposed, and take off what went with it', () => {
    const changed = cases.filter(record => imposedIn(record).some(({ state }) => state === 'changed'))
    expect(new Set(changed.map(({ type }) => type))).toEqual(new Set([1, 2]))
    expect(changed.every(({ stage }) => stage === 2)).toBe(true)
    expect(large().some(record => imposedIn(record).some(({ state }) => state === 'annulled'))).toBe(true)
  })
  it('tells of the past as past and appoints hearings for the coming weeks', () => {
    const ahead = cases.filter(({ events }) => events.some(({ date }) => date > today))
    expect(ahead.length).toBeGreaterThan(50)
    for (const { result, events } of ahead) {
      expect(result).toBeUndefined()
      for (const event of events.filter(({ date }) => date > today)) expect(event.result).toBe('')
    }
    for (const { events } of cases) {
      const moments = events.map(({ date, time = '' }) => `${date} ${time}`)
      expect(moments).toEqual([...moments].sort())
    }
  })
  it('follows some decisions to the higher court under the same УИД', () => {
    const firsts = new Map(cases.flatMap(record => (record.stage === 1 ? [[record.case_uid, record]] : [])))
    const appeals = cases.flatMap(appeal => {
      const first = appeal.stage === 2 ? firsts.get(appeal.case_uid) : undefined
      return first ? [{ first, appeal }] : []
    })
    expect(appeals.length / cases.length).toBeGreaterThan(0.08)
    for (const { first, appeal } of appeals) {
      expect(appeal.court).not.toEqual(first.court)
      expect(appeal.defendants).toEqual(first.defendants)
      expect(appeal.protocol_number).toBe(first.protocol_number)
      expect((appeal.entry_date ?? '') > (first.result_date ?? '9')).toBe(true)
      expect(first.appeal_date).toBe(appeal.result_date)
    }
  })
  it('brings the same people to court again, in one region', () => {
    const regions = new Map<string, Set<number>>()
    const counts = new Map<string, number>()
    for (const { defendants, court } of cases)
      for (const { name } of defendants) {
        if (readPersonName(name).full === undefined) continue
        counts.set(name, (counts.get(name) ?? 0) + 1)
        regions.set(name, (regions.get(name) ?? new Set()).add(court.region))
      }
    const repeated = [...counts].filter(([, count]) => count > 2)
    expect(repeated.length).toBeGreaterThan(100)
    // Strangers may share a name now and then.
    expect(repeated.filter(([name]) => (regions.get(name)?.size ?? 0) > 1).length / repeated.length).toBeLessThan(0.1)
  })
  it('names nothing that the directories do not have', () => {
    const known = {
      court: new Set(referenceCourtRows().map(({ region, title }) => `${region} ${title}`)),
      article: new Set(
        referenceArticles().map(({ codex, article_number, part }) => `${codex} ${article_number} ${part}`),
      ),
      event: new Set(referenceEventTypes().map(({ title }) => title)),
      eventResult: new Set(['', ...referenceEventResults().map(({ title }) => title)]),
      result: new Set(
        referenceResultTypes().flatMap(({ title, uses }) => uses.map(({ type, stage }) => `${type} ${stage} ${title}`)),
      ),
      appeal: new Set(referenceAppealResults().map(({ title }) => title)),
      param: new Set(referenceDefenceParams().map(({ key, value }) => `${key} ${value}`)),
    }
    const named: Record<keyof typeof known, string[]> = {
      court: cases.map(({ court }) => `${court.region} ${court.title}`),
      article: cases.flatMap(({ articles }) =>
        articles.map(({ codex, article_number, part }) => `${codex} ${article_number} ${part}`),
      ),
      event: cases.flatMap(({ events }) => events.map(({ type }) => type)),
      eventResult: cases.flatMap(({ events }) => events.map(({ result }) => result)),
      result: cases.flatMap(({ type, stage, result }) => (result === undefined ? [] : `${type} ${stage} ${result}`)),
      appeal: cases.flatMap(({ appeal_result }) => appeal_result ?? []),
      param: cases.flatMap(({ defence_params }) => defence_params.map(({ key, value }) => `${key} ${value}`)),
    }
    for (const [what, titles] of Object.entries(named)) {
      expect(titles.length).toBeGreaterThan(0)
      const unknown = titles.filter(
        title => !Object.entries(known).some(([kind, set]) => kind === what && set.has(title)),
      )
      expect([what, unknown]).toEqual([what, []])
    }
  })
  it('writes decisions that say what the card says', () => {
    const texts = cases.flatMap(({ text }) => text ?? [])
    expect(texts.filter(text => /undefined|\[object|[{}]| {2}|\.\./.test(text))).toEqual([])
    for (const text of texts)
      expect(text).toMatch(/(ПОСТАНОВИЛ|РЕШИЛ|ОПРЕДЕЛИЛ|ПРИГОВОРИЛ|п о с т а н о в и л|о п р е д е л и л):/)
    const fined = cases.find(({ text, penalties, stage }) => text && stage === 1 && penalties[0]?.value === 15_000)
    expect(fined?.text).toContain('15\u00a0000 (пятнадцать тысяч) рублей')
  })
})

describe('people who do not exist', () => {
  it('are read as people, with the gender they were given', () => {
    const rng = random(7)
    for (let count = 0; count < 3_000; count += 1) {
      const { name, gender, short } = person(rng)
      expect(readPersonName(name)).toMatchObject({ kind: 'person', gender })
      expect(readPersonName(short('nom')).kind).toBe('person')
    }
  })
})

it.each([
  ['Ленинский районный суд г. Барнаула', 'Ленинского районного суда г. Барнаула'],
  ['Суд Ненецкого автономного округа', 'Суда Ненецкого автономного округа'],
  ['Верховный Суд Республики Коми', 'Верховного Суда Республики Коми'],
  ['109 гарнизонный военный суд', '109 гарнизонного военного суда'],
  ['Троицко-Печорский районный суд', 'Троицко-Печорского районного суда'],
])('«%s» bends as %s', (title, genitive) => expect(courtGenitive(title)).toBe(genitive))

it.each([
  [500, 'пятьсот'],
  [1_500, 'одна тысяча пятьсот'],
  [2_000, 'две тысячи'],
  [15_000, 'пятнадцать тысяч'],
  [250_000, 'двести пятьдесят тысяч'],
  [1_300_000, 'один миллион триста тысяч'],
])('%i is written out as «%s»', (value, words) => expect(numberWords(value)).toBe(words))
