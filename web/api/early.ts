/** Requests sent before the app has loaded (`first.ts`). Each answer is taken once; the rest is dropped. */
const asked = new Map<string, Promise<Response>>()

export const askEarly = (address: string): void => {
  const answer = fetch(address, requestInit)
  // Whoever takes it hears of its failure.
  answer.catch(() => {})
  asked.set(address, answer)
}
export const takeEarly = (address: string): Promise<Response> | undefined => {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}
export const forgetEarly = (): void => {
  stands = true
  // What is not read would stay under way.
  for (const answer of asked.values()) answer.then(({ body }) => body?.cancel()).catch(() => {})
  asked.clear()
}

let stands = false
/** Longer than this, milliseconds, the first page does not wait for its answer: it shows its frame. */
const earlyTimeoutMs = 300
/** The first page is drawn once, with its answer, where that comes as soon as the code does; nothing moves then. */
export const drawnWith = async (answer: Promise<unknown>): Promise<void> => {
  if (!stands) await Promise.race([answer, new Promise(resolve => setTimeout(resolve, earlyTimeoutMs))])
}

export const requestInit = {
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
} as const satisfies RequestInit
