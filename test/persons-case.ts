import type { PenaltyOfPerson } from '../server/defendants/risk/case-standing.ts'
import type { PersonsCase } from '../server/defendants/risk/clocks.ts'

/** A penalty that certainly belongs to the person; a test names the exceptions. */
export const told = (type: string, text: string, given: Partial<PenaltyOfPerson> = {}): PenaltyOfPerson => ({
  ...{ type, text, whose: 'person', is_certain: true },
  ...given,
})

/**
 * A case for tests of clocks: a proven violation of КоАП 20.2 ч. 5 with all facts; a test names only the values it is
 * about.
 */
export const punished = 'Вынесено постановление о назначении административного наказания'
export const someCase = (given: Partial<PersonsCase> = {}): PersonsCase => ({
  id: 1,
  region: 77,
  entry_date: '2026-03-01',
  result: punished,
  own_result: null,
  result_date: '2026-03-01',
  result_valid_date: '2026-03-12',
  appeal_date: null,
  appeal_result: null,
  penalties: [told('fine', 'штраф 10 000 рублей')],
  reviews: [],
  articles: [{ article_number: '20.2', part: '5' }],
  has_own_articles: true,
  is_alone: true,
  is_namesakes: false,
  ...given,
})
export const undecided = { result: null, result_date: null, result_valid_date: null, penalties: [] } as const
export const personsArticle = (article_number: string, part: string, given: Partial<PersonsCase> = {}): PersonsCase =>
  someCase({ articles: [{ article_number, part }], ...given })
/** «12.9 7»: article and part. */
export const articleOf = (name: string, given: Partial<PersonsCase> = {}): PersonsCase => {
  const [number = '', part = ''] = name.split(' ')
  return personsArticle(number, part, given)
}
