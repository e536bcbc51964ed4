// biome-ignore-all format: one line a matter; a table reads best as a table
import { arrest, ban, beside, caution, confiscation, deportation, disqualification, drunkFines, fine, type Sanction, suspension, withoutLicence, works } from './sanctions.ts'

/** What cases are about: articles with their frequency, penalties within the law, and circumstances (decision-phrases.ts). */
export type Theme =
  | 'rally' | 'disobey' | 'symbols' | 'discredit' | 'online' | 'hooligan' | 'drunk' | 'evasion' | 'drunkDriving' | 'oncoming'
  | 'accident' | 'pettyTheft' | 'battery' | 'drugs' | 'migration' | 'trade' | 'enterprise' | 'railway' | 'supervision' | 'speeding'
  | 'theft' | 'drugCrime' | 'murder' | 'harm' | 'fraud' | 'robbery' | 'threat' | 'alimony' | 'carTheft' | 'weapon'
  | 'official' | 'papers' | 'service' | 'speech' | 'bribe'
export type Family = 'protest' | 'street' | 'road' | 'theft' | 'drugs' | 'other'
export type Pace = 'sameDay' | 'weeks' | 'criminal'
export type Matter = {
  codex: 'koap' | 'uk'
  article_number: string
  part: string
  weight: number
  theme: Theme
  family: Family
  pace: Pace
  sanctions: readonly Sanction[]
  companies: number
  groups: number
}

type More = Partial<Pick<Matter, 'pace' | 'companies' | 'groups'>>
export const koap = (name: string, weight: number, theme: Theme, family: Family, sanctions: readonly Sanction[], more: More = {}): Matter => {
  const [article_number = '', part = ''] = name.split(' ')
  return { codex: 'koap', article_number, part, weight, theme, family, sanctions, pace: 'weeks', companies: 0, groups: 0, ...more }
}
const migrantFines = beside([fine(2, 5)], deportation(0.65))
const sameDay = { pace: 'sameDay' } as const

export const administrativeMatters: readonly Matter[] = [
  koap('20.2 5', 90, 'rally', 'protest', [fine(10, 20), works(20, 40)], sameDay),
  koap('20.2 2', 28, 'rally', 'protest', [fine(20, 30), works(20, 50), arrest(10)], sameDay),
  koap('20.2 1', 8, 'rally', 'protest', [fine(10, 20), works(20, 40)]),
  koap('20.2 1.1', 2, 'rally', 'protest', [fine(15, 30), works(20, 50), arrest(10)]),
  koap('20.2 3', 3, 'rally', 'protest', [fine(30, 50), works(20, 100)]),
  koap('20.2 4', 1, 'rally', 'protest', [fine(100, 300), works(50, 200), arrest(20)]),
  koap('20.2 6', 1, 'rally', 'protest', [fine(150, 300), works(50, 200), arrest(15)]),
  koap('20.2 6.1', 18, 'rally', 'protest', [fine(10, 20), works(40, 100), arrest(15)], sameDay),
  koap('20.2 7', 1, 'rally', 'protest', [fine(150, 300), works(50, 200), arrest(15)]),
  koap('20.2 8', 10, 'rally', 'protest', [fine(150, 300), works(40, 200), arrest(30)], sameDay),
  koap('20.2.2 1', 8, 'rally', 'protest', [fine(10, 20), works(20, 100), arrest(15)], sameDay),
  koap('5.38', 1, 'rally', 'protest', [fine(10, 20)]),
  koap('19.3 1', 120, 'disobey', 'street', [fine(2, 4), arrest(15, 4), works(40, 120, 0.5)], sameDay),
  koap('19.3 4', 4, 'disobey', 'street', [fine(1, 2), arrest(15)], sameDay),
  koap('19.3 6', 3, 'disobey', 'protest', [fine(3, 5), arrest(15)], sameDay),
  koap('20.3 1', 34, 'symbols', 'protest', beside([fine(1, 2), arrest(15)], confiscation(0.2)), sameDay),
  koap('20.3.1', 10, 'online', 'protest', [fine(10, 20), works(20, 100), arrest(15)]),
  koap('20.3.3 1', 30, 'discredit', 'protest', [fine(30, 50)]),
  koap('20.3.3 2', 3, 'discredit', 'protest', [fine(50, 100)]),
  koap('20.29', 12, 'online', 'protest', [fine(1, 3), arrest(15)]),
  koap('20.33', 5, 'online', 'protest', [fine(5, 15)]),
  koap('13.15 9', 3, 'online', 'protest', [fine(30, 100)], { companies: 0.1 }),
  koap('6.21 1', 2, 'online', 'other', [fine(50, 100)], { companies: 0.2 }),
  koap('19.34 1', 3, 'online', 'protest', [fine(30, 50)], { companies: 0.3 }),
  koap('20.1 1', 100, 'hooligan', 'street', [fine(0.5, 1), arrest(15, 4)], sameDay),
  koap('20.1 2', 12, 'hooligan', 'street', [fine(1, 2.5), arrest(15)], sameDay),
  koap('20.1 3', 4, 'online', 'protest', [fine(30, 100)]),
  koap('20.20 1', 8, 'drunk', 'street', [fine(0.5, 1.5)], sameDay),
  koap('20.21', 26, 'drunk', 'street', [fine(0.5, 1.5), arrest(15, 3)], sameDay),
  koap('20.25 1', 34, 'evasion', 'road', [fine(1, 6), arrest(15), works(20, 50, 4)], sameDay),
  koap('20.6.1 1', 12, 'enterprise', 'other', [caution(3), fine(1, 10)], { companies: 0.2 }),
  koap('6.1.1', 44, 'battery', 'street', [fine(5, 30), arrest(15), works(60, 120, 3)]),
  koap('6.8 1', 9, 'drugs', 'drugs', [fine(4, 5), arrest(15)], sameDay),
  koap('6.9 1', 26, 'drugs', 'drugs', [fine(4, 5), arrest(15, 4)], sameDay),
  koap('7.27 1', 26, 'pettyTheft', 'theft', [fine(1, 3), arrest(15), works(20, 50)], sameDay),
  koap('7.27 2', 12, 'pettyTheft', 'theft', [fine(3, 5), arrest(15), works(60, 120)]),
  koap('7.17 1', 5, 'hooligan', 'street', [fine(0.5, 1)]),
  koap('12.8 1', 40, 'drunkDriving', 'road', beside(drunkFines, withoutLicence(18, 24))),
  koap('12.8 3', 6, 'drunkDriving', 'road', [arrest(15)], sameDay),
  koap('12.26 1', 30, 'drunkDriving', 'road', beside(drunkFines, withoutLicence(18, 24))),
  koap('12.15 4', 18, 'oncoming', 'road', [{ ...fine(5), until: '2024-12-31' }, { ...fine(7.5), since: '2025-01-01' }, withoutLicence(4, 6, 3)]),
  koap('12.24 1', 20, 'accident', 'road', [fine(2.5, 5), withoutLicence(12, 18, 3)]),
  koap('12.24 2', 12, 'accident', 'road', [fine(10, 25), withoutLicence(18, 24, 3)]),
  koap('12.27 2', 12, 'accident', 'road', [arrest(15), withoutLicence(12, 18, 3)]),
  koap('12.7 2', 6, 'drunkDriving', 'road', [fine(30), arrest(15), works(100, 200)]),
  koap('19.24 1', 26, 'supervision', 'street', [caution(), fine(1, 1.5)]),
  koap('19.24 3', 8, 'supervision', 'street', [fine(2, 3), arrest(15), works(60, 100)]),
  koap('18.8 1.1', 22, 'migration', 'other', migrantFines, sameDay),
  koap('18.10 1', 8, 'migration', 'other', migrantFines, sameDay),
  koap('18.15 1', 5, 'enterprise', 'other', [fine(250, 400), suspension()], { companies: 0.8 }),
  koap('6.3 1', 8, 'enterprise', 'other', [fine(10, 20), suspension(2)], { companies: 0.85 }),
  koap('8.2 1', 5, 'enterprise', 'other', [fine(100, 250), suspension()], { companies: 0.9 }),
  koap('5.27.1 1', 5, 'enterprise', 'other', [caution(), fine(50, 80)], { companies: 0.8 }),
  koap('14.1 2', 4, 'trade', 'other', beside([fine(2, 2.5)], confiscation(0.3))),
  koap('14.16 2.1', 6, 'trade', 'other', [fine(30, 50)], { companies: 0.15 }),
  koap('14.17.1 1', 5, 'trade', 'other', [fine(30, 50)]),
  koap('8.37 2', 10, 'trade', 'other', beside([fine(2, 5)], confiscation(0.4))),
  koap('11.1 5', 8, 'railway', 'other', [caution(4), { type: 'fine', weight: 2, amounts: [100] }]),
  koap('17.7', 4, 'enterprise', 'other', [fine(1, 1.5), disqualification(6, 12)]),
  koap('20.31 1', 4, 'hooligan', 'street', [{ ...fine(3, 10), beside: [ban(6, 24, 0.5)] }]),
  koap('5.61 1', 4, 'hooligan', 'other', [fine(3, 5)]),
]

/** Complaints to district courts about officials' decisions: second instance from the start. */
export const reviewedMatters: readonly Matter[] = [
  koap('12.9 2', 30, 'speeding', 'road', [{ type: 'fine', weight: 1, amounts: [500, 750] }]),
  koap('12.12 1', 12, 'speeding', 'road', [fine(1)]),
  koap('12.16 4', 14, 'speeding', 'road', [{ type: 'fine', weight: 1, amounts: [500] }]),
  koap('12.18', 14, 'accident', 'road', [fine(1.5, 2.5)]),
  koap('12.14 3', 10, 'accident', 'road', [{ type: 'fine', weight: 1, amounts: [500] }]),
  koap('12.36.1', 5, 'speeding', 'road', [fine(1.5)]),
  koap('19.5 1', 5, 'enterprise', 'other', [fine(10, 20)], { companies: 0.8 }),
  koap('5.27 1', 6, 'enterprise', 'other', [caution(), fine(30, 50)], { companies: 0.7 }),
]
