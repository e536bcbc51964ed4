// biome-ignore-all format: one line a sanction; a table reads best as a table
import type { PenaltyType } from '#shared/domain/outcomes.ts'

/** Penalties of an article: kinds, frequency, amounts and additional penalties. */
export type Sanction = {
  type: PenaltyType
  weight: number
  amounts: readonly number[]
  since?: string
  until?: string
  suspended?: number
  percent?: readonly number[]
  beside?: readonly Sanction[]
}

const steps = (min: number, max: number, step: number): number[] =>
  Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step)
export const fine = (min: number, max = min, weight = 6): Sanction =>
  ({ type: 'fine', weight, amounts: steps(min * 1000, max * 1000, max - min >= 10 ? 5000 : max - min >= 2 ? 1000 : 500) })
export const arrest = (max: number, weight = 2): Sanction =>
  ({ type: 'arrest', weight, amounts: [1, 2, 3, 5, 7, 8, 10, 12, 13, 15, 20, 25, 30].filter(days => days > 1 && days <= max) })
export const works = (min: number, max: number, weight = 1): Sanction => ({ type: 'works', weight, amounts: steps(min, max, 10) })
export const caution = (weight = 1): Sanction => ({ type: 'caution', weight, amounts: [] })
export const suspension = (weight = 1): Sanction => ({ type: 'suspension', weight, amounts: [10, 20, 30, 45, 60, 90] })
export const deportation = (weight: number): Sanction => ({ type: 'deportation', weight, amounts: [] })
export const confiscation = (weight: number): Sanction => ({ type: 'confiscation', weight, amounts: [] })

const months = (type: PenaltyType) => (min: number, max: number, weight = 1): Sanction =>
  ({ type, weight, amounts: steps(min, max, max - min > 48 ? 6 : max - min > 12 ? 3 : 1) })
export const withoutLicence = months('deprivation')
export const disqualification = months('disqualification')
export const ban = months('visit_ban')
export const restriction = months('restriction')
export const military = (min: number, max: number, weight = 1): Sanction =>
  ({ ...months('military_restriction')(min, max, weight), percent: [10, 15, 20] })
export const unit = months('disciplinary_unit')
export const militaryArrest = months('criminal_arrest')
export const life: Sanction = { type: 'life_imprisonment', weight: 1, amounts: [] }
export const titleLoss = (weight: number): Sanction => ({ type: 'title_loss', weight, amounts: [] })
export const prison = (min: number, max: number, suspended: number, weight = 7): Sanction => ({ ...months('imprisonment')(min, max, weight), suspended })
export const corrective = (min: number, max: number, weight = 2): Sanction =>
  ({ ...months('corrective_works')(min, max, weight), percent: [5, 10, 10, 10, 15, 20] })
export const forced = (min: number, max: number, weight = 1): Sanction => ({ ...months('forced_labour')(min, max, weight), percent: [5, 10, 10, 15] })
export const courtFine: Sanction = { type: 'court_fine', weight: 1, amounts: steps(5_000, 50_000, 5_000) }

export const beside = (sanctions: readonly Sanction[], ...more: readonly Sanction[]): Sanction[] =>
  sanctions.map(sanction => ({ ...sanction, beside: more }))
export const drunkFines: readonly Sanction[] = [{ ...fine(30), until: '2024-12-31' }, { ...fine(45), since: '2025-01-01' }]
