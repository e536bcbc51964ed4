import { describe, expect, it } from 'vitest'
import { articleName } from './codex.ts'
import { lastDayOf, type RepeatRule, ruleCounts, ruleFollowsFrom, whyNotComputed } from './repeat-rule.ts'
import { articleNumbersOf, crimeRules, isCountedArticle, repeatRules, rulesOn } from './repeat-rules.ts'

const articleOf = (text: string) => {
  const [article_number = '', part = ''] = text.split(' ')
  return { article_number, part }
}
const ruleOf = (id: string): RepeatRule => {
  const rule = repeatRules.find(one => one.id === id)
  if (rule === undefined) throw new Error(`no rule ${id}`)
  return rule
}

describe('rules of repeat prosecution as dated data (domain §5)', () => {
  const days180 = '2026-08-28'
  const year = '2027-03-12'
  const yearOfDecision = '2027-03-01'
  // What counts and what does not, what may follow and what may not, how many, until when a decision of 1 March 2026 in force on the 12th counts.
  const computed: readonly [string, string, string, string, string, string, number, string][] = [
    ['uk-212.1', 'uk 212.1', '20.2 8', '20.2.2 1', '20.2 5', '20.2.2 1', 3, days180],
    ['uk-280.3', 'uk 280.3 1', '20.3.3 1', '20.3 1', '20.3.3 2', '20.3 1', 1, year],
    ['uk-284.2', 'uk 284.2 1', '20.3.4 ', '20.3 1', '20.3.4 ', '20.3 1', 1, year],
    ['uk-280.1', 'uk 280.1 1', '20.3.2 1', '20.3 1', '20.3.2 2', '20.3 1', 1, year],
    ['uk-282', 'uk 282 1', '20.3.1 ', '20.29 ', '20.3.1 ', '20.29 ', 1, year],
    ['uk-282.4', 'uk 282.4 1', '20.3 1', '20.3.1 ', '20.3 4', '20.3.1 ', 1, yearOfDecision],
    ['uk-284.1-2015', 'uk 284.1', '20.33 ', '20.28 1', '20.33 ', '20.28 1', 2, year],
    ['uk-284.1', 'uk 284.1 1', '20.33 ', '20.28 1', '20.33 ', '20.28 1', 1, yearOfDecision],
    ['uk-116.1', 'uk 116.1 1', '6.1.1 ', '6.1 ', '6.1.1 ', '6.1 ', 1, yearOfDecision],
    ['uk-158.1', 'uk 158.1', '7.27 2', '7.27 1', '7.27 2', '7.27 1', 1, yearOfDecision],
    ['uk-157-1', 'uk 157 1', '5.35.1 1', '5.35.1 2', '5.35.1 1', '5.35.1 2', 1, yearOfDecision],
    ['uk-157-2', 'uk 157 2', '5.35.1 2', '5.35.1 1', '5.35.1 2', '5.35.1 1', 1, yearOfDecision],
    ['uk-264.1', 'uk 264.1 1', '12.8 3', '12.8 2', '12.26 1', '12.27 3', 1, yearOfDecision],
    ['uk-264.2', 'uk 264.2 1', '12.15 5', '12.9 6', '12.9 4', '12.9 7', 1, yearOfDecision],
    ['uk-264.3', 'uk 264.3 1', '12.7 4', '12.7 2', '12.7 2', '12.7 1', 1, yearOfDecision],
    ['uk-330.1', 'uk 330.1 1', '19.34 4', '19.34.1 ', '19.34 1', '19.34.1 ', 1, yearOfDecision],
    ['uk-230.3', 'uk 230.3', '6.13 1.1', '6.13.1 ', '6.13 2', '6.13.1 ', 2, year],
    ['uk-151.1-2011', 'uk 151.1', '14.16 2.1', '14.16 2', '14.16 2.1', '14.16 2', 1, days180],
    ['uk-151.1', 'uk 151.1', '14.16 2.1', '14.16 2', '14.16 2.1', '14.16 3', 1, yearOfDecision],
    ['uk-215.4', 'uk 215.4 1', '20.17 2', '20.17 1', '20.17 2', '20.17 1', 1, yearOfDecision],
    ['koap-12.9-7', 'koap 12.9 7', '12.9 5', '12.9 3', '12.9 4', '12.9 7', 1, yearOfDecision],
    ['koap-12.15-5', 'koap 12.15 5', '12.15 4', '12.15 3', '12.15 4', '12.15 5', 1, yearOfDecision],
    ['koap-12.7-4', 'koap 12.7 4', '12.7 2', '12.7 1', '12.7 2', '12.7 4', 1, yearOfDecision],
    ['koap-12.16-3.1', 'koap 12.16 3.1', '12.16 3', '12.16 1', '12.16 3', '12.16 3.1', 1, yearOfDecision],
    ['koap-12.8-4', 'koap 12.8 4', '12.8 2', '12.8 3', '12.26 1', '12.26 2', 1, yearOfDecision],
    ['koap-19.24-3', 'koap 19.24 3', '19.24 1', '19.24 2', '19.24 1', '19.24 3', 1, year],
  ]
  it.each(computed)(
    '%s follows «%s»: «%s» counts, not «%s»; then «%s», not «%s»: %i, until %s',
    (id, follows, counts, not, next, notNext, needed, until) => {
      const rule = ruleOf(id)
      const { codex, article_number, part } = rule.follows
      expect(`${codex} ${article_number} ${part}`.trim()).toBe(follows)
      expect([ruleCounts(rule, articleOf(counts)), ruleCounts(rule, articleOf(not))]).toEqual([true, false])
      expect([ruleFollowsFrom(rule, articleOf(next)), ruleFollowsFrom(rule, articleOf(notNext))]).toEqual([true, false])
      expect(rule.needed).toBe(needed)
      expect(lastDayOf(rule, { decided: '2026-03-01', inForce: '2026-03-12' })).toBe(until)
      expect(whyNotComputed(rule)).toBeUndefined()
    },
  )
  const conditions = /сайты не сообщают|не проверено/
  const named: readonly [string, string, RegExp][] = [
    ['uk-330.1-2022', '19.34 1', /источники/],
    ['uk-171.4', '14.17.1 1', /не проверен/],
    ['uk-171.5', '14.56 1', /источники/],
    ['uk-191', '7.5 ', /источники/],
    ['uk-201.3', '', /источники/],
    ['uk-217.3', '20.35 1', conditions],
    ['uk-314.1-2', '19.24 1', conditions],
    ['uk-315', '17.15 4', /не проверен/],
    ['koap-12.37', '12.37 2', conditions],
    ['koap-20.2-8', '20.2 5', /не проверен/],
    ['koap-20.2.2-4', '20.2.2 1', /источники/],
    ['koap-19.3-6', '19.3 1', /источники/],
    ['koap-20.1-4', '20.1 3', /источники/],
    ['koap-12.9-6', '12.9 3', /не проверен/],
  ]
  it.each(named)('%s («%s») is only named: %s', (id, counts, why) => {
    expect(whyNotComputed(ruleOf(id))).toMatch(why)
    if (counts !== '') expect(ruleCounts(ruleOf(id), articleOf(counts))).toBe(true)
  })
  it('are all looked at above, one entry each', () => {
    const ids = repeatRules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set([...computed, ...named].map(([id]) => id))).toEqual(new Set(ids))
  })
  it('name their source, the article that follows in it', () => {
    for (const { source, follows } of repeatRules) expect(source).toContain(`ст. ${articleName(follows).split(' ')[0]}`)
  })
  it('say what a reader should know: finding 5, rules added in part; finding 6, a first act may be a crime', () => {
    for (const id of ['uk-280.3', 'uk-284.2']) expect(ruleOf(id).notes?.[0]).toMatch(/первого раза не нужно/)
    for (const rule of crimeRules.filter(({ confidence, period }) => confidence === 'medium' && period === 'koap-4.6'))
      if (rule.status === 'in_force') expect(rule.notes?.length).toBeGreaterThan(0)
    for (const id of ['uk-151.1', 'uk-230.3', 'uk-330.1', 'uk-215.4']) expect(crimeRules).toContain(ruleOf(id))
    expect(crimeRules).not.toContain(ruleOf('uk-315'))
  })
  it('are those of their edition', () => {
    const on = (day: string, article: string) =>
      rulesOn(day, crimeRules)
        .filter(rule => ruleCounts(rule, articleOf(article)))
        .map(({ id }) => id)
    expect(on('2021-07-11', '20.33 ')).toEqual(['uk-284.1-2015'])
    expect(on('2021-07-12', '20.33 ')).toEqual(['uk-284.1'])
    expect(on('2015-12-08', '14.16 2.1')).toEqual(['uk-151.1-2011'])
    expect(on('2015-12-09', '14.16 2.1')).toEqual(['uk-151.1'])
    expect(on('2025-10-25', '19.34 1')).toEqual([])
    expect(on('2025-10-26', '19.34 1')).toEqual(['uk-330.1'])
    expect(on('2026-02-28', '6.13 1')).toEqual([])
    expect(on('2026-03-01', '6.13 1')).toEqual(['uk-230.3'])
    expect(on('2022-07-24', '12.7 4')).toEqual([])
    expect(on('2022-07-25', '12.7 4')).toEqual(['uk-264.3'])
  })
  it('tell which cases may change who is at risk: what counts for a crime and what would be one', () => {
    const isCounted = (text: string, codex = 'koap') => isCountedArticle({ codex, ...articleOf(text) })
    for (const text of ['20.2 5', '12.9 7', '12.9 4', '12.7 2', '19.34 1']) expect(isCounted(text)).toBe(true)
    for (const text of ['14.17.1 1', '12.16 3', '20.35 1', '12.9 2']) expect(isCounted(text)).toBe(false)
    expect(isCounted('20.2 5', 'uk')).toBe(false)
    expect(articleNumbersOf(crimeRules)).toEqual(expect.arrayContaining(['12.9', '12.15', '12.7', '14.16']))
    expect(articleNumbersOf(crimeRules)).not.toContain('14.17.1')
  })
})
