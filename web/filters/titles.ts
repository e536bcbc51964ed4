import { regionTitle } from '#shared/domain/regions.ts'

/** Court sites shout: «Вынесен ПРИГОВОР». Words in capitals become ordinary ones; abbreviations stay. */
export const calmTitle = (title: string): string => {
  const calm = title.replace(/[А-ЯЁ]{4,}/g, word => word.toLowerCase())
  return calm.charAt(0).toUpperCase() + calm.slice(1)
}

/** «семейноеПоложение» → «Семейное положение»: keys of defence parameters are data, written as one word (§3). */
export const defenceKeyTitle = (key: string): string => {
  const words = key.replace(/[А-ЯЁ]/g, letter => ` ${letter.toLowerCase()}`).trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Drops the region in brackets that repeats the court's own: «Ишимский городской суд (Тюменская область)». */
export const courtTitle = ({ title, region }: { title: string; region: number }): string => {
  const found = /^(.*\S)\s*\(([^()]+)\)\s*$/.exec(title)
  return found?.[1] && found[2] && letters(found[2]) === letters(regionTitle(region)) ? found[1] : title
}

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^город\s+/, '')
    .replace(/[^а-яё]/g, '')
