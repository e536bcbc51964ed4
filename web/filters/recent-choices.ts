import { z } from 'zod'
import type { AnyValues, Directory } from '#shared/filters/field.ts'
import type { PickerOption } from '../ui/picker.tsx'
import { chosenCodex } from './articles.ts'
import { choicesKey, foundKey, keep, recall, wireRecord } from './remembered.ts'

/** Recent choices from long directories, newest first, offered before typing. */
const keptOfEach = 6

const choice = z.object({
  value: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  region: z.number().optional(),
})
const choices = z.partialRecord(z.enum(['articles', 'cities', 'courts', 'judges']), z.array(choice))
type Kept = z.infer<typeof choices>
type KeptDirectory = keyof Kept
const isKept = (directory: Directory): directory is KeptDirectory & Directory =>
  directory === 'articles' || directory === 'cities' || directory === 'courts' || directory === 'judges'

export type RecentChoice = PickerOption & { region?: number | undefined }

/** Those that match the regions and the codex (articles: `group_id_koap_20.2`); no judges once a court is chosen. */
export const recentChoices = (directory: Directory, values: AnyValues = {}): RecentChoice[] => {
  if (!isKept(directory) || (directory === 'judges' && values.court !== undefined)) return []
  const chosen: readonly unknown[] = Array.isArray(values.regions) ? values.regions : []
  const codex = chosenCodex(values)
  return (recall(choicesKey, choices)?.[directory] ?? []).filter(
    ({ value, region }) =>
      (chosen.length === 0 || region === undefined || chosen.includes(region)) &&
      (directory !== 'articles' || !codex || value.startsWith(`group_id_${codex}_`)),
  )
}

export const rememberChoice = (directory: Directory, { value, label, hint, region }: RecentChoice): void => {
  if (!isKept(directory)) return
  const all: Kept = recall(choicesKey, choices) ?? {}
  const others = (all[directory] ?? []).filter(one => one.value !== value)
  keep(choicesKey, {
    ...all,
    [directory]: [
      { value, label, ...(hint !== undefined && { hint }), ...(region !== undefined && { region }) },
      ...others,
    ].slice(0, keptOfEach),
  })
}

/** Recent choices of the search box from all pages: a page, or filters with the names of their rows. */
const keptFound = 6
const found = z.object({
  id: z.string(),
  title: z.string(),
  target: z.union([
    z.object({ to: z.string(), search: wireRecord.optional() }),
    z.object({
      adds: wireRecord,
      names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
      codex: z.enum(['koap', 'uk']).optional(),
    }),
  ]),
})
type Found = z.infer<typeof found>

export const recallFound = (): Found[] => recall(foundKey, z.array(found)) ?? []
export const rememberFound = (chosen: Found): void =>
  keep(foundKey, [chosen, ...recallFound().filter(({ id }) => id !== chosen.id)].slice(0, keptFound))
