/** Kinds of courts, and what each hears: cases of a codex in an instance. Of a court whose kind is not known, anything may be expected. */
export type Hearing = { type: 1 | 2; stage: 1 | 2 }

const koap = { first: { type: 1, stage: 1 }, second: { type: 1, stage: 2 } } as const
const uk = { first: { type: 2, stage: 1 }, second: { type: 2, stage: 2 } } as const

// Courts of districts and cities review magistrates and officials; those of regions try the gravest crimes.
const ofDistrict = [koap.first, koap.second, uk.first, uk.second]
const ofRegion = [koap.second, uk.first, uk.second]

const heard = {
  magistrate: [koap.first, uk.first],
  district: ofDistrict,
  city: ofDistrict,
  // No magistrates are below them.
  garrison_military: [koap.first, koap.second, uk.first],
  republic: ofRegion,
  krai: ofRegion,
  oblast: ofRegion,
  autonomous_okrug: ofRegion,
  city_of_federal_significance: ofRegion,
  okrug_military: ofRegion,
  appeal: [uk.second],
  cassation: [koap.second, uk.second],
} as const satisfies Record<string, readonly Hearing[]>

export type CourtKind = keyof typeof heard
export const courtKinds = Object.keys(heard).filter((kind): kind is CourtKind => Object.hasOwn(heard, kind))

/** Every kind with each of what it hears; the empty one is of courts that were learned from cases. */
export const hearings: readonly (Hearing & { kind: CourtKind | '' })[] = [
  ...courtKinds.flatMap(kind => heard[kind].map(one => ({ kind, ...one }))),
  ...ofDistrict.map(one => ({ kind: '' as const, ...one })),
]
