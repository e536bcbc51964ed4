import { z } from 'zod'

/** Text of a person, normalised: trimmed, `\n` line ends, no lone surrogates, which PostgreSQL would replace. */
export const givenText = (what: string, max: number) => kept(what, max, `${what}: нужен текст.`)

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
