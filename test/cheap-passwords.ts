import { setPasswordCost } from '../server/accounts/passwords.ts'

/** Set before each test file: hashing at the product's cost would be a tenth of the time of all tests. */
export const cheaply = { memoryCost: 64, timeCost: 1, parallelism: 1 }
setPasswordCost(cheaply)
