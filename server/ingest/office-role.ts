import type { Codex } from '#shared/domain/codex.ts'
import { opensAsCompany, type ParticipantRole } from '#shared/domain/participant-roles.ts'
import { readPersonName } from '../names/person-name.ts'

/**
 * The role that an office's name tells: «Прокуратура Центрального района», «адвокат Иванов И.И.», «УУП ОП № 5». «Прокуроров Иван Ильич»
 * is a name; companies and parties may be accused.
 */
const party = /политическ\p{L}* парти/iu

const words: readonly (readonly [RegExp, ParticipantRole])[] = [
  [/(?<!\p{L})(?:адвокат|защитник)|(?<!\p{L})в защиту(?!\p{L})|(?<!\p{L})в интересах(?!\p{L})/iu, 'advocate'],
  [/(?<!\p{L})прокур/iu, 'prosecutor'],
  [/(?<!\p{L})представител/iu, 'representative'],
  [/мвд|гибдд/iu, 'authority'],
  [
    /(?<!\p{L})(?:УМВЛ|ИДПС|ДПС|ППСП?|УУП|УПП|ОУУП|ПДН|ПНД|ОДН|ИАЗ|ОП|ОСП|РОСП|УФСИН|ФСИН|УФССП|ФССП|ФСБ|УФСБ|МЧС)(?!\p{L})/u,
    'authority',
  ],
  [
    /(?<!\p{L})(?:полици|полицейск|инспек|начальник|заместител|командир|управлени|министерств|администрац|отдел|дознавател|участков|уполномоченн|оперуполномоченн|следовател|комисси|комитет|департамент|росгварди|войсков|пристав|служб)/iu,
    'authority',
  ],
]

export function officeRole(name: string): ParticipantRole | undefined {
  const role = words.find(([pattern]) => pattern.test(name))?.[1]
  if (role === undefined || opensAsCompany(name) || party.test(name)) return undefined
  return readPersonName(name).kind === 'other' ? role : undefined
}

/** Authorities can break КоАП; crimes are a person's. */
function isNeverAccused(name: string, codex: Codex): boolean {
  const role = officeRole(name)
  return role !== undefined && (codex === 'uk' || role !== 'authority')
}

/** Where an article falls to an office, lists of people and articles are out of step: only the first pair is certain. */
export function certainPositions<P extends { name: string }>(
  people: readonly P[],
  codex: Codex,
  hasArticle: (person: P) => boolean,
): (place: number) => boolean {
  const out = people.findIndex(person => hasArticle(person) && isNeverAccused(person.name, codex))
  return place => out < 0 || (place === 0 && out > 0)
}
