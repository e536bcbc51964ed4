// biome-ignore-all format: one line a matter; a table reads best as a table
/**
 * What cases are about: articles of the reference data, how often each occurs, what it is punished with, and which
 * circumstances its decisions tell (decision-phrases.ts). Amounts are within the bounds of the law.
 */
export type Theme =
  | 'rally' | 'disobey' | 'symbols' | 'discredit' | 'online' | 'hooligan' | 'drunk' | 'evasion' | 'drunkDriving' | 'oncoming'
  | 'accident' | 'pettyTheft' | 'battery' | 'drugs' | 'migration' | 'trade' | 'enterprise' | 'railway' | 'supervision' | 'speeding'
  | 'theft' | 'drugCrime' | 'murder' | 'harm' | 'fraud' | 'robbery' | 'threat' | 'alimony' | 'carTheft' | 'weapon'
  | 'official' | 'papers' | 'service' | 'speech' | 'bribe'
/** People who come to court again and again do so for matters of one family. */
export type Family = 'protest' | 'street' | 'road' | 'theft' | 'drugs' | 'other'
export type Sanction = {
  type: 'fine' | 'arrest' | 'works' | 'caution' | 'suspension' | 'deportation'
  weight: number
  /** Rubles, days or hours to choose from; empty for what has no amount. */
  amounts: readonly number[]
  /** Days between which the amount was the law. */
  since?: string
  until?: string
}
/** How soon it is heard: the day a person is brought in, in some weeks, or as criminal cases go. */
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
  /** Shares of cases against companies and against several people. */
  companies: number
  groups: number
}

const steps = (min: number, max: number, step: number): number[] =>
  Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step)
/** In thousands of rubles. */
const fine = (min: number, max = min, weight = 6): Sanction =>
  ({ type: 'fine', weight, amounts: steps(min * 1000, max * 1000, max - min >= 10 ? 5000 : max - min >= 2 ? 1000 : 500) })
const arrest = (max: number, weight = 2): Sanction =>
  ({ type: 'arrest', weight, amounts: [1, 2, 3, 5, 7, 8, 10, 12, 13, 15, 20, 25, 30].filter(days => days > 1 && days <= max) })
const works = (min: number, max: number, weight = 1): Sanction => ({ type: 'works', weight, amounts: steps(min, max, 10) })
const caution = (weight = 1): Sanction => ({ type: 'caution', weight, amounts: [] })
const suspension = (weight = 1): Sanction => ({ type: 'suspension', weight, amounts: [10, 20, 30, 45, 60, 90] })
const deportation: Sanction = { type: 'deportation', weight: 2, amounts: [] }
/** Driving drunk was made dearer from 2025. */
const drunkFines: Sanction[] = [{ ...fine(30), until: '2024-12-31' }, { ...fine(45), since: '2025-01-01' }]

type More = Partial<Pick<Matter, 'pace' | 'companies' | 'groups'>>
const koap = (name: string, weight: number, theme: Theme, family: Family, sanctions: readonly Sanction[], more: More = {}): Matter => {
  const [article_number = '', part = ''] = name.split(' ')
  return { codex: 'koap', article_number, part, weight, theme, family, sanctions, pace: 'weeks', companies: 0, groups: 0, ...more }
}
const uk = (name: string, weight: number, theme: Theme, family: Family, sanctions: readonly Sanction[] = [], more: More = {}): Matter =>
  ({ ...koap(name, weight, theme, family, sanctions, more), codex: 'uk', pace: 'criminal' })
const sameDay = { pace: 'sameDay' } as const

export const administrative: readonly Matter[] = [
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
  koap('20.3 1', 34, 'symbols', 'protest', [fine(1, 2), arrest(15)], sameDay),
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
  koap('12.8 1', 40, 'drunkDriving', 'road', drunkFines),
  koap('12.8 3', 6, 'drunkDriving', 'road', [arrest(15)], sameDay),
  koap('12.26 1', 30, 'drunkDriving', 'road', drunkFines),
  koap('12.15 4', 18, 'oncoming', 'road', [{ ...fine(5), until: '2024-12-31' }, { ...fine(7.5), since: '2025-01-01' }]),
  koap('12.24 1', 20, 'accident', 'road', [fine(2.5, 5)]),
  koap('12.24 2', 12, 'accident', 'road', [fine(10, 25)]),
  koap('12.27 2', 12, 'accident', 'road', [arrest(15)]),
  koap('12.7 2', 6, 'drunkDriving', 'road', [fine(30), arrest(15), works(100, 200)]),
  koap('19.24 1', 26, 'supervision', 'street', [caution(), fine(1, 1.5)]),
  koap('19.24 3', 8, 'supervision', 'street', [fine(2, 3), arrest(15), works(60, 100)]),
  koap('18.8 1.1', 22, 'migration', 'other', [fine(2, 5, 1), deportation], sameDay),
  koap('18.10 1', 8, 'migration', 'other', [fine(2, 5, 1), deportation], sameDay),
  koap('18.15 1', 5, 'enterprise', 'other', [fine(250, 400), suspension()], { companies: 0.8 }),
  koap('6.3 1', 8, 'enterprise', 'other', [fine(10, 20), suspension(2)], { companies: 0.85 }),
  koap('8.2 1', 5, 'enterprise', 'other', [fine(100, 250), suspension()], { companies: 0.9 }),
  koap('5.27.1 1', 5, 'enterprise', 'other', [caution(), fine(50, 80)], { companies: 0.8 }),
  koap('14.1 2', 4, 'trade', 'other', [fine(2, 2.5)]),
  koap('14.16 2.1', 6, 'trade', 'other', [fine(30, 50)], { companies: 0.15 }),
  koap('14.17.1 1', 5, 'trade', 'other', [fine(30, 50)]),
  koap('8.37 2', 10, 'trade', 'other', [fine(2, 5)]),
  koap('11.1 5', 8, 'railway', 'other', [caution(4), { type: 'fine', weight: 2, amounts: [100] }]),
  koap('17.7', 4, 'enterprise', 'other', [fine(1, 1.5)], { companies: 0.3 }),
  koap('5.61 1', 4, 'hooligan', 'other', [fine(3, 5)]),
]

/** What officials decide and people complain of to a district court: a case of second instance from the start. */
export const reviewed: readonly Matter[] = [
  koap('12.9 2', 30, 'speeding', 'road', [{ type: 'fine', weight: 1, amounts: [500, 750] }]),
  koap('12.12 1', 12, 'speeding', 'road', [fine(1)]),
  koap('12.16 4', 14, 'speeding', 'road', [{ type: 'fine', weight: 1, amounts: [500] }]),
  koap('12.18', 14, 'accident', 'road', [fine(1.5, 2.5)]),
  koap('12.14 3', 10, 'accident', 'road', [{ type: 'fine', weight: 1, amounts: [500] }]),
  koap('12.36.1', 5, 'speeding', 'road', [fine(1.5)]),
  koap('19.5 1', 5, 'enterprise', 'other', [fine(10, 20)], { companies: 0.8 }),
  koap('5.27 1', 6, 'enterprise', 'other', [caution(), fine(30, 50)], { companies: 0.7 }),
]

export const criminal: readonly Matter[] = [
  uk('158 1', 30, 'theft', 'theft', [fine(5, 30), works(100, 300, 6)]), uk('158 2', 60, 'theft', 'theft', [fine(10, 50), works(150, 400, 3)], { groups: 0.2 }),
  uk('158 3', 38, 'theft', 'theft', [fine(20, 80)], { groups: 0.12 }), uk('158 4', 4, 'theft', 'theft', [], { groups: 0.6 }),
  uk('158.1', 10, 'theft', 'theft', [works(60, 180, 6)]), uk('159 1', 4, 'fraud', 'theft', [works(100, 300)]),
  uk('159 2', 16, 'fraud', 'theft', [fine(20, 80), works(150, 400)], { groups: 0.2 }), uk('159 3', 12, 'fraud', 'theft', [fine(80, 150)], { groups: 0.2 }),
  uk('159 4', 10, 'fraud', 'theft', [fine(100, 500)], { groups: 0.5 }), uk('161 1', 9, 'robbery', 'theft', [works(150, 400)]),
  uk('161 2', 10, 'robbery', 'theft', [], { groups: 0.3 }), uk('162 2', 5, 'robbery', 'theft', [], { groups: 0.3 }),
  uk('166 1', 9, 'carTheft', 'theft', [fine(20, 60)]), uk('228 1', 14, 'drugCrime', 'drugs', [fine(10, 40), works(200, 400)]),
  uk('228 2', 24, 'drugCrime', 'drugs'), uk('228.1 3', 8, 'drugCrime', 'drugs', [], { groups: 0.3 }), uk('228.1 4', 14, 'drugCrime', 'drugs', [], { groups: 0.35 }),
  uk('105 1', 7, 'murder', 'other'), uk('105 2', 2, 'murder', 'other', [], { groups: 0.3 }), uk('111 1', 9, 'harm', 'street'),
  uk('111 2', 7, 'harm', 'street'), uk('111 4', 5, 'harm', 'street'), uk('112 1', 5, 'harm', 'street'), uk('115 2', 5, 'harm', 'street', [works(100, 300)]),
  uk('119 1', 16, 'threat', 'street', [works(100, 400, 6)]), uk('157 1', 20, 'alimony', 'other', [works(60, 150, 1)]),
  uk('264 1', 6, 'accident', 'road'), uk('264 3', 4, 'accident', 'road'), uk('264.1 1', 34, 'drunkDriving', 'road', [fine(200, 300, 1), works(200, 460, 6)]),
  uk('264.1 2', 10, 'drunkDriving', 'road', [works(300, 480)]), uk('222 1', 8, 'weapon', 'other'), uk('318 1', 12, 'official', 'street', [fine(20, 80)]),
  uk('319', 9, 'official', 'street', [fine(5, 30), works(100, 300)]), uk('322.3', 8, 'papers', 'other', [fine(10, 100)]), uk('327 3', 8, 'papers', 'other', [fine(5, 30)]),
  uk('314.1 1', 8, 'papers', 'theft'), uk('337 5', 5, 'service', 'other'), uk('280.3 1', 4, 'speech', 'protest', [fine(100, 300)]),
  uk('207.3 1', 1, 'speech', 'protest', [fine(700, 1500)]), uk('207.3 2', 2, 'speech', 'protest'), uk('205.2 2', 4, 'speech', 'protest', [fine(300, 500)]),
  uk('212.1', 0.3, 'speech', 'protest', [works(300, 480)]), uk('282.2 2', 2, 'speech', 'protest', [fine(300, 600)], { groups: 0.5 }), uk('290 3', 4, 'bribe', 'other', [fine(200, 900)]),
  uk('291 3', 6, 'bribe', 'other', [fine(50, 300)]),
]
