import { z } from 'zod'

/**
 * Text that a person writes, as it is kept: without space round it, with `\n` at line ends, and made of whole characters,
 * since PostgreSQL would keep half of a pair as another character than the one that was asked about.
 */
export const givenText = (what: string, max: number) => kept(what, max, `${what}: нужен текст.`)

/** The same, and never empty. */
export const requiredText = (what: string, max: number) => {
  const error = `${what}: заполните это поле.`
  return kept(what, max, error).min(1, { error })
}

const kept = (what: string, max: number, error: string) =>
  z
    .string({ error })
    .overwrite(text => text.toWellFormed().replaceAll('\r\n', '\n').trim())
    .max(max, { error: `${what}: не больше ${max} знаков.` })
    .refine(text => !text.includes('\0'), { error: `${what}: недопустимый знак с кодом 0.` })
