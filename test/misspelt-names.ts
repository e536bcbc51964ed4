import type { Rng } from '../server/demo/random.ts'

/** A full name with the spelling differences between clerks, each as frequent as in real data. */
const vowels = 'аеиоу'
export function asAnotherClerk(name: string, rng: Rng): string {
  const parts = name.split(' ')
  const [surname = '', given = '', father = '', ending] = parts
  if (father === '') return name
  const way = rng.next()
  if (way < 0.55) return name
  if (way < 0.7) return `${surname} ${given.charAt(0)}.${father.charAt(0)}.`
  if (way < 0.75) return name.replaceAll('ё', 'е')
  if (way < 0.79) return name.toUpperCase()
  if (way < 0.82) return [given, father, ...(ending ? [ending] : []), surname].join(' ')
  if (ending !== undefined) return `${surname} ${given} ${father}${ending === 'оглы' ? 'ович' : 'овна'}`
  const spoilt = rng.int(0, 2)
  return parts.map((part, at) => (at === spoilt ? slip(part, rng) : part)).join(' ')
}

/**
 * One letter omitted, doubled or exchanged with its neighbour, or a vowel replaced; never the first letter or the
 * ending.
 */
function slip(word: string, rng: Rng): string {
  const at = rng.int(1, Math.max(1, word.length - 4))
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const way = rng.int(0, 3)
  if (way === 0) return before + after
  if (way === 1) return before + letter + letter + after
  if (way === 2) return before + after.charAt(0) + letter + after.slice(1)
  return before + (vowels.includes(letter) ? rng.pick([...vowels]) : letter + letter) + after
}
