import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { GroupOf, SuggestionOf } from '#shared/api/search.ts'
import { counted } from '#shared/domain/wording.ts'
import { ApiError } from '../api/api-error.ts'
import { suggestionsQueryOptions } from '../api/search.ts'
import { currentUserQueryOptions } from '../api/session.ts'
import { createSubscription, refreshSubscriptions, type WatchedTarget } from '../api/subscriptions.ts'
import { refreshToday } from '../api/today.ts'
import { useAct } from '../filters/use-act.ts'
import { showToast } from '../ui/toasts.tsx'

/** Whom a typed name means. Only people named in full or chosen by the reader are followed. */
export type OfferedPerson = SuggestionOf<'person'>
export type SoughtPeople = {
  name: string
  people: readonly OfferedPerson[]
  more: boolean
  all: GroupOf<'person'>['all']
}

const folded = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .replaceAll(/(?<=\.) (?=\p{L}\.)/gu, '')
const isWholeName = (name: string): boolean => /^\S+ [\p{L}-]{2,} [\p{L}-]{2,}/u.test(folded(name))

/** The only person with exactly this full name: with initials, or several bearers, it is unclear who is meant. */
export const personNamed = ({ name, people, more }: Omit<SoughtPeople, 'all'>): OfferedPerson | undefined => {
  const same = people.filter(({ title }) => folded(title) === folded(name))
  const [only] = same
  const isSure = !more && same.length === 1 && only?.namesakes_count === 0 && isWholeName(name)
  return isSure ? only : undefined
}

const firm = /^(?:ООО|ОАО|ПАО|АО|ЗАО|НКО|АНО|МУП|ГУП|ИП|ТСЖ|СНТ)(?!\p{L})|[«»"\d]/u
/**
 * The substring for searching cards while no person is known: surname and first initial, because courts write initials
 * or full names. Undefined for a common surname alone.
 */
export function lettersOfName(name: string): string | undefined {
  const said = name.trim().replaceAll(/[\s\u00a0]+/g, ' ')
  const [, surname, initial] = /^(\S+) (\p{L})/u.exec(said) ?? []
  if (firm.test(said)) return said.includes(' ') ? said : undefined
  return surname === undefined || initial === undefined ? undefined : `${surname} ${initial.toUpperCase()}`
}

export const useFollowing = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  /** Whether one already existed, possibly paused. */
  const create = async (watched: WatchedTarget): Promise<{ isOld: boolean }> => {
    const made = await createSubscription(watched, {}).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 400 && /уже есть/.test(JSON.stringify(error.fields))))
        throw error
    })
    await Promise.all([refreshSubscriptions(client), refreshToday(client)])
    return { isOld: made === undefined }
  }
  const follow = async ({ id, title }: Pick<OfferedPerson, 'id' | 'title'>, others = 0): Promise<void> => {
    const { isOld } = await create({ person: id })
    const rest = others > 0 ? ` Похожих имён ещё ${others}: проверьте, не\u00a0о\u00a0нём\u00a0ли они.` : ''
    showToast(
      `${isOld ? `Подписка на лицо уже есть: ${title}. Проверьте, не\u00a0приостановлена\u00a0ли\u00a0она.` : `Следим за лицом: ${title}. Новое появится на странице «Сегодня».`}${rest}`,
    )
    await navigate({ to: '/defendants/$id', params: { id: String(id) } })
  }
  /** Follows a person named in full; otherwise returns possible people. */
  const seeking = useAct(async (name: string): Promise<SoughtPeople | undefined> => {
    const { groups } = await client.fetchQuery({ ...suggestionsQueryOptions(name, ['person']), staleTime: 0 })
    const found = groups.find((one): one is GroupOf<'person'> => one.kind === 'person')
    if (found === undefined || found.late)
      throw new ApiError(503, 'Под это имя подходит слишком много людей или поиск не успел. Напишите имя полностью.')
    const sought = { name, people: found.items, more: found.more, all: found.all }
    const only = personNamed(sought)
    if (only === undefined) return sought
    await follow(only, sought.people.length - 1)
    return undefined
  })
  const following = useAct((person: OfferedPerson) => follow(person))
  /** It watches letters, not a person, and says so. */
  const naming = useAct(
    async (letters: string): Promise<{ isOld: boolean }> => create({ get_params: { defendant: letters } }),
  )
  const regions = client.getQueryData(currentUserQueryOptions.queryKey)?.regions ?? null
  return {
    seeking,
    following,
    naming,
    isEverywhere: regions === null,
    hasRegions: regions === null || regions.length > 0,
  }
}

const peopleForms = ['лицо', 'лица', 'лиц'] as const
/** «Нашли 5 лиц, показаны 3.» */
export const soughtLine = ({ people, more, all }: SoughtPeople): string => {
  const count = all?.count
  if (people.every(({ approximate }) => approximate)) return 'Точно так никого не\u00a0нашли. Может быть, это:'
  if (!more) return `Выберите, за\u00a0кем следить: ${counted(people.length, peopleForms)}.`
  return count
    ? `Нашли ${counted(count, peopleForms)}, показаны ${people.length}. Выберите или напишите имя полностью.`
    : `Показаны ${people.length}, есть и\u00a0другие. Выберите или напишите имя полностью.`
}
