import { z } from 'zod'
import { maxFolderTitle, maxId, maxListValues, maxNoteText } from '../domain/limits.ts'
import { bodyObject, givenText, listOf, requiredText, rowNumber } from './lists.ts'

const caseNumbers = 'Нужны номера дел.'
export const caseIds = z
  .array(rowNumber(caseNumbers), { error: caseNumbers })
  .max(maxListValues, { error: `Не больше ${maxListValues} дел за раз.` })
  .default([])

export const folder = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Cases the account may see today. */
  count: z.number().int(),
})
/** `all`: every visible favourite; `unfiled`: in no folder. */
export const folderList = listOf(folder).extend({ all: z.number().int(), unfiled: z.number().int() })
export type FolderList = z.infer<typeof folderList>

export const folderRequest = bodyObject({ title: requiredText('Название', maxFolderTitle) }, 'Нужно название папки.')

export const caseNote = z.object({ text: z.string(), version: z.number().int(), changed_at: z.string() })
export type CaseNote = z.infer<typeof caseNote>

const knownVersion = { error: 'Нужен номер версии или null.' }
/** An empty text deletes the note. `known`: the version seen (null: none), an optimistic lock. */
export const noteRequest = bodyObject(
  {
    text: givenText('Заметка', maxNoteText),
    known: z.int(knownVersion).min(0, knownVersion).max(maxId, knownVersion).nullable().optional(),
  },
  'Нужен объект с полем text.',
)
export const noteAnswer = z.object({ note: caseNote.nullable() })
