/** Numbers of cases in a decision: in brackets after its own stands the one it had before; others are of cases it speaks of. */
const number = String.raw`(?:\d{1,2}[а-яА-Я]{0,2}|0\d|П\d{1,2}|[47][УУ])-\d{1,6}(?:-\d{1,4})?(?:\/\d{1,4})?\/(?:20)?\d\d(?!\d)`
const own = new RegExp(String.raw`№ ?\s?(${number})\s*\((${number})`, 'u')
const any = new RegExp(String.raw`(?:дел\p{L}{0,3}|№№?|,)\s*(?:№ ?)?(${number})`, 'giu')
const most = 10

export function caseNumbersIn(text: string, openingEnd: number): { former_numbers: string[]; quoted_cases: string[] } {
  if (!text.includes('№')) return { former_numbers: [], quoted_cases: [] }
  const head = text.slice(0, Math.min(openingEnd, 600))
  const former = own.exec(head)?.[2]
  const first = any.exec(head)?.[1]
  any.lastIndex = 0
  const quoted = new Set<string>()
  for (const [, found = ''] of text.matchAll(any)) {
    if (found !== first && found !== former && quoted.size < most) quoted.add(found)
  }
  return { former_numbers: former === undefined ? [] : [former], quoted_cases: [...quoted] }
}
