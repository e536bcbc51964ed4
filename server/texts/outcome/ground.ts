import type { Span } from './sentences.ts'

/** By what article a case was ended or sent elsewhere: «24.5 ч.1 п.2», «76.2 УК, 25.1 УПК»; the operative part first, then what it is guided by. */
const article =
  /(?:п(?:ункт\p{L}{0,2}|\.)|подп(?:ункт\p{L}{0,2}|\.))? ?(?<point>\d+(?:\.\d+)?)? ?(?:ч(?:аст\p{L}{1,2}|\.) ?(?<part>\d+(?:\.\d+)?) ?)?(?<!\p{L})ст(?:ать\p{L}{1,3}|\. ?ст\.|\.) ?(?<number>\d+(?:\.\d+)*)(?:, ?(?:ст\. ?)?(?<more>\d+(?:\.\d+)*))*(?: ?(?<codex>упк|ук|коап))?/gu
const grounds: readonly (readonly [codex: 'коап' | 'ук' | 'упк', numbers: readonly string[]])[] = [
  ['коап', ['2.9', '24.5', '29.4', '30.7', '29.5', '30.4']],
  ['ук', ['75', '76', '76.1', '76.2', '78', '90', '97', '99', '101']],
  ['упк', ['24', '25', '25.1', '27', '28', '28.1', '34', '35', '237', '254', '302', '427', '443', '446.3']],
]
const before = 500

export function readGround(plain: string, { start, end }: Span): string | null {
  const found = groundsIn(plain.slice(start, Math.min(end, start + 1_500)))
  const all = found.length > 0 ? found : groundsIn(plain.slice(Math.max(0, start - before), start))
  return all.length === 0 ? null : all.slice(0, 2).join(', ')
}

function groundsIn(plain: string): string[] {
  const told = new Set<string>()
  for (const { groups, index, 0: words } of plain.matchAll(article)) {
    const { point, part, number = '' } = groups ?? {}
    const next = /(?:упк|(?<!\p{L})ук(?!\p{L})|коап)/u.exec(
      plain.slice(index + words.length - 4, index + words.length + 60),
    )?.[0]
    const row = grounds.find(
      ([codex, numbers]) => numbers.includes(number) && (next === undefined ? number.includes('.') : codex === next),
    )
    if (row === undefined) continue
    const [codex] = row
    told.add(
      `${number}${part ? ` ч.${part}` : ''}${point && part ? ` п.${point}` : ''}${codex === 'коап' ? '' : ` ${codex.toUpperCase()}`}`,
    )
  }
  return [...told]
}
