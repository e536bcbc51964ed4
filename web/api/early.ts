/**
 * Questions of the first page that are asked while the product itself is still on its way (`first.ts`). Each answer is
 * taken once, by the call that would ask the same; what nobody has taken when the page stands is forgotten, for it grows
 * old.
 */
const asked = new Map<string, Promise<Response>>()

export const askEarly = (address: string): void => {
  const answer = fetch(address, asking)
  // Whoever takes it hears of its failure.
  answer.catch(() => {})
  asked.set(address, answer)
}
export const takeEarly = (address: string): Promise<Response> | undefined => {
  const answer = asked.get(address)
  asked.delete(address)
  return answer
}
export const forgetEarly = (): void => asked.clear()

/** What every question says. */
export const asking = {
  credentials: 'same-origin',
  headers: { Accept: 'application/json' },
} as const satisfies RequestInit
