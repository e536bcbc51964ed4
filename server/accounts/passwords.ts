import { randomInt } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'

/** Passwords are kept as argon2id only; checking one takes the same time whether or not the account exists. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** What one guess costs: 19 MiB, twice over, which is some 25 ms. */
export const passwordCost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = passwordCost
/** For tests, which make hundreds of accounts that nobody would break into. */
export const setPasswordCost = (chosen: Options): void => {
  cost = chosen
  nobodys = undefined
}

/** Of a password nobody has: verified against when there is no account, so that the time does not tell. */
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

// Without letters and digits that are mistaken for one another.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Enough for 2^93 guesses. */
const generatedLength = 16
export const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
