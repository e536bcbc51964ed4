import { z } from 'zod'
import {
  maxCategoryTitle,
  maxListValues,
  maxPresetDescription,
  maxPresets,
  maxPresetTitle,
  maxReadableText,
} from '../domain/limits.ts'
import { givenText, listOf, pageParam, requiredText, rowNumber, sizeParam, strictQuery } from './lists.ts'

/** Saved filters: presets, their categories, links (§3, §5, §7). */
/** The stored wire form: without page, ordering and size; true and false as booleans. */
export const storedParams = z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())]))

const item = z.union([z.string(), z.number(), z.boolean()])
const noFilters = { error: 'Нужны параметры фильтров.' }
/** Each filter is then validated as in the list of cases. */
export const givenParams = z.record(
  z.string(),
  z.union([item, z.null(), z.array(item).max(maxListValues, { error: `Не больше ${maxListValues} значений.` })], {
    error: 'Нужны строки, числа, true, false или списки.',
  }),
  noFilters,
)

const title = requiredText('Название', maxPresetTitle)
const description = givenText('Описание', maxPresetDescription)
const categoryTitle = givenText('Категория', maxCategoryTitle)
const categoryId = rowNumber('Нет такой категории.')
/** Free text (§5) or an existing category; empty and null mean none. */
const category = z.union(
  [
    categoryTitle,
    categoryId,
    z.strictObject({ id: categoryId, title: categoryTitle.optional() }),
    z.strictObject({ title: categoryTitle }),
    z.null(),
  ],
  {
    error: issue =>
      typeof issue.input === 'string'
        ? `Категория: не больше ${maxCategoryTitle} знаков, без знака с кодом 0.`
        : 'Категория: нужно название или номер.',
  },
)
export type GivenCategory = z.output<typeof category>
const readable = z.record(z.string(), givenText('Описание фильтра', maxReadableText), {
  error: 'Нужны тексты фильтров по их именам.',
})
/** From 1. */
const position = z
  .int({ error: 'Место: нужно целое число от 1.' })
  .min(1, { error: 'Место: нужно целое число от 1.' })
  .max(maxPresets, { error: `Место: не больше ${maxPresets}.` })

const presetCategory = z.object({ id: z.number().int(), title: z.string() })
export const presetCategoryList = listOf(presetCategory)

/** `human_readable`: text of each filter by its name. `note`: saved filters that are no longer valid. */
export const preset = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  category: presetCategory.nullable(),
  get_params: storedParams,
  human_readable: z.record(z.string(), z.string()),
  position: z.number().int(),
  note: z.string().nullable(),
})
export type Preset = z.infer<typeof preset>
export const presetList = listOf(preset)

export const presetRequest = z.strictObject({
  title,
  description: description.default(''),
  category: category.default(null),
  get_params: givenParams,
  human_readable: readable.optional(),
})
export const presetChange = z
  .strictObject({ title, description, category, get_params: givenParams, human_readable: readable, position })
  .partial()

/** The whole list unless a page is requested. */
export const savedListQuery = strictQuery({ page: pageParam, size: sizeParam(maxPresets, maxPresets) })

export const linkRequest = z.strictObject({ get_params: givenParams })
/** `note`: filters that this reader may not use, or that are no longer valid. */
export const savedLink = z.object({
  id: z.string(),
  url: z.string(),
  get_params: storedParams,
  note: z.string().nullable(),
})
export type SavedLink = z.infer<typeof savedLink>
/** Thirteen characters of base58 (76 random bits). */
export const linkIdPattern = /^[1-9A-HJ-NP-Za-km-z]{13}$/
export const linkParams = z.object({ id: z.string().regex(linkIdPattern) })
