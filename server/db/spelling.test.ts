import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { askedSpelling, hasShortWords, isSpelt, spelling, spellingOf } from './spelling.ts'

/** Which spellings are one, in memory and in SQL. */
const { db } = await testDatabase()
const stored = [
  'Тер-Петросян Арам Ильич',
  'Тер Петросян А. И.',
  'Терпетросян Арам Ильич',
  'О’Коннор Шон',
  "О'Коннор Ш.К.",
  'Коннор Шон',
  'фон Берг Карл',
  'фонБерг Карл',
  'Ёлкин-Семёнов Пётр',
  'Зоркий Г. Д.',
  'ООО «Ключевая вода – 31»',
  'ООО «Ключевая вода–31»',
  'а*б(в)',
  '5-209/2026',
]

describe('what is asked', () => {
  // biome-ignore format: a table reads best as one
  it.each<[asked: string, found: string[]]>([
    ...['Тер-Петросян', 'тер петросян', 'Тер–Петросян', 'ТЕР  —  ПЕТРОСЯН', 'Тер\u2011Петросян', ' Тер-\u00a0Петросян-', 'Тер-\u00adПетросян'].map((asked): [string, string[]] => [asked, ['Тер-Петросян Арам Ильич', 'Тер Петросян А. И.']]),
    ...["О'Коннор", 'О’Коннор', 'о коннор', 'ОʼКоннор', 'О`Коннор', 'О‘Коннор'].map((asked): [string, string[]] => [asked, ['О’Коннор Шон', "О'Коннор Ш.К."]]),
    ['ОКоннор', []], ['коннор ш', ['О’Коннор Шон', "О'Коннор Ш.К.", 'Коннор Шон']], ['Коннор Ш. К.', ["О'Коннор Ш.К."]],
    ['фон Берг', ['фон Берг Карл']], ['Фон-Берг', ['фон Берг Карл']], ['фонберг', ['фонБерг Карл']],
    ['елкин семенов пе', ['Ёлкин-Семёнов Пётр']], ['Е\u0308лкин', ['Ёлкин-Семёнов Пётр']],
    ['Зоркий Г.Д.', ['Зоркий Г. Д.']], ['Зоркий Г. Д', ['Зоркий Г. Д.']], ['Зоркий ГД', []], ['Петросян А.И.', ['Тер Петросян А. И.']], ['Петросян И', []],
    ['ООО Ключевая вода', ['ООО «Ключевая вода – 31»', 'ООО «Ключевая вода–31»']], ['"Ключевая вода - 31"', ['ООО «Ключевая вода – 31»']], ['вода–31', ['ООО «Ключевая вода – 31»', 'ООО «Ключевая вода–31»']],
    ['а*б(в)', ['а*б(в)']], ['а.б', []], ['.*', []], ['_', []], ['5–209', ['5-209/2026']], ['209 2026', []],
  ])('«%s» is in %j', async (asked, found) => {
    const { rows } = await sql<{ name: string; plain: string; holds: boolean }>`
      select name, ${spellingOf(sql`name`)} as plain, ${isSpelt(sql`name`, asked)} as holds
      from unnest(${stored}::text[]) as name`.execute(db)
    expect(rows.filter(({ holds }) => holds).map(({ name }) => name)).toEqual(found)
    expect(rows.map(({ plain }) => plain)).toEqual(stored.map(spelling))
    const inMemory = stored.filter(name => spelling(name).includes(askedSpelling(asked)))
    // Memory finds no less; where it may find more, it knows.
    expect(hasShortWords(asked) ? inMemory.filter(name => found.includes(name)) : inMemory).toEqual(found)
  })
  it('of nothing but signs is any value that has some', async () => {
    const { rows } =
      await sql`select from unnest(${['а-б', 'вг']}::text[]) as name where ${isSpelt(sql`name`, '–')}`.execute(db)
    expect([askedSpelling('–'), rows.length]).toEqual(['', 1])
  })
})
