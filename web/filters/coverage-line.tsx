import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Coverage, coverageFields } from '#shared/api/collecting.ts'
import { showDate, showMoment } from '#shared/domain/dates.ts'
import { counted, plural, showNumber } from '#shared/domain/wording.ts'
import type { AnyValues } from '#shared/filters/field.ts'
import { writeValues } from '#shared/filters/wire.ts'
import { coverageQuery } from '../api/coverage.ts'

/** Under each list: how much of it was looked at, so that «0 дел» never looks like «не смогли проверить». */
export const CoverageLine = ({ values }: { values: AnyValues }) => {
  const { data } = useQuery({
    ...coverageQuery(writeValues(coverageFields, values)),
    placeholderData: keepPreviousData,
  })
  // The line stands before its words come.
  return <p>{data ? coverageSentence(data) : '\u00a0'}</p>
}

export const coverageSentence = (told: Coverage): string => {
  const { courts, checked, last_checked_at } = told
  if (courts === 0) return 'Судов под эти фильтры нет.'
  if (checked === 0 || last_checked_at === null) return unchecked(told)
  const share = `Проверено ${showNumber(checked)} из ${counted(courts, ofCourts)}, последняя проверка ${showMoment(last_checked_at)}.`
  return [share, trouble(told)].filter(Boolean).join(' ')
}
const ofCourts = ['суда', 'судов', 'судов'] as const

const unchecked = ({ courts, sources, last_case_at }: Coverage): string => {
  if (sources.includes('collector'))
    return `Проверено 0 из ${counted(courts, ofCourts)}: что нового на ${plural(courts, ['его сайте', 'их сайтах', 'их сайтах'])}, неизвестно.`
  if (sources.includes('files'))
    return `Дела загружены из файлов, последние — ${showDate(last_case_at ?? '')}. Сайты судов не проверялись.`
  if (sources.includes('demo')) return 'Дела демонстрационные. Сайты судов не проверялись.'
  return 'Сайты судов ещё не проверялись.'
}

const trouble = ({ flagged }: Coverage): string =>
  flagged === 0
    ? ''
    : `С\u00a0${showNumber(flagged)}\u00a0${plural(flagged, ['судом', 'судами', 'судами'])} неполадки: оттуда могло прийти не всё.`
