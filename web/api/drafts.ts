import { z } from 'zod'

/** What was typed and is not on the server yet, in this tab: it outlives a reload and the end of a session. */
export const recallDraft = <T extends z.ZodType>(schema: T, key: string): z.infer<T> | undefined => {
  try {
    return schema.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
export const keepDraft = (key: string, draft: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage may be full or blocked: the text is on the page, and reaches the server unless that is lost too.
  }
}
export const deleteDraft = (key: string): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}

/** `known`: the version that the server had. */
export const noteDraft = z.object({ text: z.string(), known: z.number().nullable() })
const itemWords = z.object({ note: z.string(), columns: z.record(z.string(), z.string()), labels: z.array(z.string()) })
/** `base`: what it was written on. */
export const itemDraft = z.object({ written: itemWords, base: itemWords.extend({ version: z.number() }) })
