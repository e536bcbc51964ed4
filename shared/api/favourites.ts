import { z } from 'zod'
import { maxId, maxListValues, maxNoteText } from '../domain/limits.ts'
import { bodyObject, givenText, rowNumber } from './lists.ts'

const caseNumbers = 'Нужны номера дел.'
export const caseIds = z
  .array(rowNumber(caseNumbers), { error: caseNumbers })
  .max(maxListValues, { error: `Не больше ${maxListValues} дел за раз.` })
  .default([])

export const caseNote = z.object({ text: z.string(), version: z.number().int(), changed_at: z.string() })
export type CaseNote = z.infer<typeof caseNote>

const knownVersion = { error: 'Нужен номер версии или null.' }
/** An empty text deletes the note. `known`: the version last read (null for none), as an optimistic lock. */
export const noteRequest = bodyObject(
  {
    text: givenText('Заметка', maxNoteText),
    known: z.int(knownVersion).min(0, knownVersion).max(maxId, knownVersion).nullable().optional(),
  },
  'Нужен объект с полем text.',
)
export const noteAnswer = z.object({ note: caseNote.nullable() })
