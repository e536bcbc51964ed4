/** Russian counting and numbers: «1 дело, 2 дела, 5 дел», «41 977». */
const rules = new Intl.PluralRules('ru')
const numbers = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 })

type Forms = readonly [one: string, few: string, many: string]
export const plural = (count: number, [one, few, many]: Forms): string => {
  const form = rules.select(count)
  return form === 'one' ? one : form === 'few' ? few : many
}
/** Groups of digits are parted by no-break spaces: «41 977». */
export const showNumber = (value: number): string => numbers.format(value)
/** «41 977 дел», with a no-break space before the word. */
export const counted = (count: number, forms: Forms): string => `${showNumber(count)}\u00a0${plural(count, forms)}`

export const caseForms: Forms = ['дело', 'дела', 'дел']

const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' })
/** Titles that people give, as a Russian index has them: ё beside е, «Пикеты 9» before «Пикеты 10». */
export const byTitle = (a: { title: string }, b: { title: string }): number => collator.compare(a.title, b.title)

/** Where a hearing is: courts write «5» and «Зал 5» alike. */
export const hallWords = (hall: string): string => (/^зал/i.test(hall) ? `з${hall.slice(1)}` : `зал ${hall}`)

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
/** «УИД» stays as it is. */
export const lowerFirstUnlessAcronym = (text: string): string => (/^[А-ЯЁ]{2}/.test(text) ? text : lowerFirst(text))
