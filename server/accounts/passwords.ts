import { randomInt } from 'node:crypto'
import { hash, type Options, verify } from '@node-rs/argon2'

/** argon2id. A check takes the same time whether or not the account exists. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** 19 MiB, two passes, about 25 ms. */
export const passwordCost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = passwordCost
export const setPasswordCost = (chosen: Options): void => {
  cost = chosen
  dummy = undefined
}

/** Verified when the account does not exist, so that the response time does not reveal it. */
let dummy: Promise<string> | undefined
export const dummyHash = (): Promise<string> => {
  dummy ??= hashPassword(generatePassword())
  return dummy
}
export const passwordFits = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const none = await dummyHash()
  const fits = await verify(passwordHash ?? none, password)
  return fits && passwordHash !== undefined
}

// No characters that look alike.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** 2^93 guesses. */
const generatedLength = 16
export const generatePassword = (): string =>
  Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
