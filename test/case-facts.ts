import type { CaseFacts } from '../shared/domain/deadlines/case-facts.ts'

/** A decided case of the KoAP with one accused, of which nothing else is known. */
export const bareFacts: CaseFacts = {
  type: 1,
  stage: 1,
  caseNumber: '5-1/2026',
  courtLevel: 'district',
  decided: '2026-11-04',
  result: 'Вынесено постановление о назначении административного наказания',
  inForce: null,
  appealed: null,
  appealResult: null,
  isInQuestion: false,
  isByMagistrate: false,
  articles: [{ article_number: '20.2', part: '5' }],
  accused: [{ ordinal: 0, decided: null, result: null }],
  rolesUnknown: 0,
  penalties: [],
  reviews: [],
  isFirstKnown: false,
  firsts: [],
  custody: [],
  served: null,
  lastServed: null,
  own: [],
}
