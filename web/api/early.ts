/** Requests sent before the app has loaded (`first.ts`). Each answer is used once; the rest is discarded. */
const asked = new Map<string, Promise<Response>>()

export const askEarly = (address: string): void => {
  const answer = fetch(address, requestInit)
  // The consumer handles its failure.
  answer.catch(() => {})
  asked.set(address, answer)
}
export const takeEarly = (address: string): Promise<Response> | undefined => {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}
export const discardEarly = (): void => {
  stands = true
  // An unread body would keep the request open.
  for (const answer of asked.values()) answer.then(({ body }) => body?.cancel()).catch(() => {})
  asked.clear()
}

let stands = false
/** Milliseconds after which the first page is rendered without its answer. */
const earlyTimeoutMs = 300
/** Renders the first page once, together with its answer if that arrives in time, to avoid layout shifts. */
export const renderWith = async (answer: Promise<unknown>): Promise<void> => {
  if (!stands) await Promise.race([answer, new Promise(resolve => setTimeout(resolve, earlyTimeoutMs))])
}

export const requestInit = {
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
} as const satisfies RequestInit
