import { regionTitle } from '#shared/domain/regions.ts'

/**
 * A court's title where its region stands beside it: directories of courts repeat the region in brackets, «Ишимский
 * городской суд (Тюменская область)». Brackets that say anything else stay.
 */
export const courtTitle = ({ title, region }: { title: string; region: number }): string => {
  const found = /^(.*\S)\s*\(([^()]+)\)\s*$/.exec(title)
  return found?.[1] && found[2] && letters(found[2]) === letters(regionTitle(region)) ? found[1] : title
}

const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^город\s+/, '')
    .replace(/[^а-яё]/g, '')
