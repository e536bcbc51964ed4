import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type PenaltyUnit, penaltyTypes, textSearchTypes } from '#shared/domain/outcomes.ts'
import { articlesName, consequenceName, whyNotComputed } from '#shared/domain/repeat-rule.ts'
import { repeatRules } from '#shared/domain/repeat-rules.ts'
import { isPagePath, pagePaths } from '#shared/domain/routes.ts'
import { chapterAbout } from '../layout/keys-help.tsx'
import { chapters, isChapter } from './contents.ts'
import { manual } from './read-manual.ts'
import { searchManual } from './search-manual.ts'

/** The manual (§2 /manual). */
const files = globSync(join(import.meta.dirname, 'chapters/*.md'))
const source = (name: string): string => readFileSync(files.find(file => file.endsWith(`-${name}.md`)) ?? '', 'utf8')
const pictures = globSync(join(import.meta.dirname, 'pictures/*.webp'))

const unitNames: Readonly<Record<PenaltyUnit, string>> = {
  rubles: 'рубли',
  days: 'сутки',
  hours: 'часы',
  months: 'месяцы',
}

describe('the manual (§2)', () => {
  it('has a file for every chapter, and a chapter for every file', () => expect(files.length).toBe(chapters.length))
  it.each(chapters)('%s has a title and something to say', name => {
    const chapter = manual.find(one => one.name === name)
    expect(chapter?.title).not.toBe('')
    expect(chapter?.sections.map(({ text }) => text).join('').length).toBeGreaterThan(100)
  })
  it.each(chapters)('%s leads only to pages and pictures there are', name => {
    for (const [, target = ''] of source(name).matchAll(/\]\(([^)]+)\)/g)) {
      const isPicture = pictures.some(file => file.endsWith(`/${target}`))
      const isChapterLink = isChapter(/^\/manual\/(\w+)$/.exec(target)?.[1])
      expect(isPicture || isChapterLink || isPagePath(target) || target === '/api/v1/docs/', target).toBe(true)
    }
  })
  it('has a chapter about every page: its «?» opens one that is there', () => {
    for (const path of pagePaths) expect(isChapter(chapterAbout(path)), path).toBe(true)
    expect(chapterAbout('/cases/5')).toBe('case')
    expect(chapterAbout('/loadtags')).toBe('tags')
  })
  it.each(textSearchTypes)('calls the way to search «$label» as the page does', ({ label }) =>
    expect(source('words')).toContain(`- **${label}** — `),
  )
  it.each(repeatRules.filter(({ until, counted }) => until === undefined && counted.length > 0))(
    'says what the rule $id counts, what follows, and why it is not computed where it is not',
    rule => {
      const why = whyNotComputed(rule)
      const follows = [rule.follows, ...(rule.alsoFollows ?? [])].map(consequenceName).join(', ')
      const line = source('people')
        .split('\n')
        .find(text => text.startsWith(`- ${articlesName(rule.counted)}`) && text.includes(` → ${follows}`))
      expect(line?.endsWith(why === undefined ? ` → ${follows}` : `: ${why}`)).toBe(true)
      expect(line?.includes(`, ${rule.needed} дела`)).toBe(rule.needed > 1)
    },
  )
  it.each(penaltyTypes.filter(({ value }) => value !== 'no_data' && value !== 'error'))(
    'says in what unit «$label» is asked for',
    ({ label, unit }) => {
      const head = unit === null ? 'без размера' : unitNames[unit]
      const line = source('case')
        .split('\n')
        .find(text => text.startsWith(`- **${head}** — `))
      const listed = line?.replace(/^.*? — |[;.]$/g, '').split(', ') ?? []
      expect(listed).toContain(label.charAt(0).toLowerCase() + label.slice(1))
    },
  )
  it('weighs no more than 1.5 MB in pictures', () =>
    expect(pictures.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_500_000))
  it.each([
    ['папки избранного', 'По подборкам'],
    ['выгрузить excel', 'Как открыть'],
    ['Набором', 'Применить набор'],
    ['логические выражения', 'Пять способов'],
  ])('finds «%s» under «%s»', (typed, title) =>
    expect(searchManual(manual, typed).map(({ section }) => section.title)).toContain(title),
  )
  it('says what was found as it is written, without spaces before commas', () =>
    expect(manual.flatMap(({ sections }) => sections.filter(({ text }) => / [,.;:)»]/.test(text)))).toEqual([]))
  it('finds nothing where there is nothing', () => {
    expect(searchManual(manual, 'абракадабра')).toEqual([])
    expect(searchManual(manual, '  ')).toEqual([])
  })
})
