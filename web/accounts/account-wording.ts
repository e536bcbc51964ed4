import { regionTitle } from '#shared/domain/regions.ts'
import type { ManagedAccount } from '../api/accounts.ts'

export const groupLabels: Readonly<Record<string, string>> = { tag_editor: 'Редактор меток' }

export const roleOf = ({ is_superuser, groups }: Pick<ManagedAccount, 'is_superuser' | 'groups'>): string =>
  is_superuser ? 'Администратор' : groups.map(group => groupLabels[group] ?? group).join(', ') || 'Участник'

/** Above this many regions their number is clearer than their names. */
const namedRegions = 3
export const regionsOf = (regions: readonly number[] | null): string => {
  if (regions === null) return 'Все регионы'
  if (regions.length === 0) return 'Ни одного региона'
  const named = regions.slice(0, namedRegions).map(regionTitle).join(', ')
  return regions.length > namedRegions ? `${named} и ещё ${regions.length - namedRegions}` : named
}

// Order matters: other browsers include the names of Chrome and Safari as well.
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const named = (list: typeof browsers, agent: string): string | undefined => list.find(([mark]) => mark.test(agent))?.[1]

/** «Chrome, Windows»; other programs keep their own name. */
export const agentTitle = (agent: string): string => {
  const known = [named(browsers, agent), named(systems, agent)].filter(part => part !== undefined)
  if (known.length > 0) return known.join(', ')
  return /^[^\s/]{1,40}/.exec(agent)?.[0] ?? 'Неизвестная программа'
}
