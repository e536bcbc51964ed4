import { opensAsCompany } from '#shared/domain/companies.ts'
import type { ParticipantRole } from '#shared/domain/participant-roles.ts'
import { readPersonName } from './person-name.ts'

/**
 * What a name says of the part its bearer takes: «Прокуратура Центрального района», «адвокат Иванов И.И.», «УУП ОП № 5».
 * Surnames that look like such words («Прокуроров Иван Ильич») are names. Companies and parties say nothing: they can be accused.
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
  if (readPersonName(name).kind !== 'other' || opensAsCompany(name) || party.test(name)) return undefined
  return words.find(([pattern]) => pattern.test(name))?.[1]
}
