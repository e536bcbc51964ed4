const rules = new Intl.PluralRules('ru')
const numbers = new Intl.NumberFormat('ru', { maximumFractionDigits: 2 })

type Forms = readonly [one: string, few: string, many: string]
export const plural = (count: number, [one, few, many]: Forms): string => {
  const form = rules.select(count)
  return form === 'one' ? one : form === 'few' ? few : many
}
export const showNumber = (value: number): string => numbers.format(value)
export const counted = (count: number, forms: Forms): string => `${showNumber(count)}\u00a0${plural(count, forms)}`

export const caseForms: Forms = ['дело', 'дела', 'дел']
/** Genitive after a number: «Не меньше одного дела», «из двух дел». */
export const ofCaseForms: Forms = ['дела', 'дел', 'дел']
export const setForms: Forms = ['подборка', 'подборки', 'подборок']

const collator = new Intl.Collator('ru', { numeric: true, sensitivity: 'base' })
/** Russian collation: ё next to е, «Пикеты 9» before «Пикеты 10». */
export const byTitle = (a: { title: string }, b: { title: string }): number => collator.compare(a.title, b.title)

/** Courts write both «5» and «Зал 5». */
export const hallWords = (hall: string): string => (/^зал/i.test(hall) ? `з${hall.slice(1)}` : `зал ${hall}`)

const units = ['байт', 'КБ', 'МБ', 'ГБ'] as const
const oneDigit = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
export const showBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${oneDigit.format(bytes / 1000 ** power)}\u00a0${units[power]}`
}

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
/** «УИД» and «КоАП» stay as they are. */
export const lowerFirstUnlessAcronym = (text: string): string => (/^\S*[А-ЯЁ]{2}/.test(text) ? text : lowerFirst(text))
