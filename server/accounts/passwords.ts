import { randomInt } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'

/** argon2id; a check takes the same time whether or not the account exists. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** 19 MiB, two passes: some 25 ms. */
export const passwordCost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = passwordCost
export const setPasswordCost = (chosen: Options): void => {
  cost = chosen
  nobodys = undefined
}

/** Verified against where there is no account, so that the time does not tell. */
let nobodys: Promise<string> | undefined
export const nobodysHash = (): Promise<string> => {
  nobodys ??= hashPassword(generatePassword())
  return nobodys
}
export const passwordFits = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const nobody = await nobodysHash()
  const fits = await verify(passwordHash ?? nobody, password)
  return fits && passwordHash !== undefined
}

// Without characters that look alike.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 2^93 guesses. */
const generatedLength = 16
export const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
