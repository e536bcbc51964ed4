import { tooMany } from './errors.ts'

/** Files being read at once in this process: each holds a connection, and pages need theirs. */
const places = 4
const secondsUntilRetry = 15
let taken = 0

/** A place, and how to leave it; leaving twice is leaving once. @throws HttpError 429 when there is none */
export function takePlace(): () => void {
  if (taken >= places) throw tooMany(secondsUntilRetry, 'Сейчас собираются другие выгрузки.')
  taken += 1
  let isLeft = false
  return () => {
    if (isLeft) return
    isLeft = true
    taken -= 1
  }
}
