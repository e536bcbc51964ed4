import { say } from '../ui/toasts.tsx'

/** Puts text on the clipboard and says so; some browsers refuse, and then it is said where the text stands. */
export const copy = async (text: string, { done, refused }: { done: string; refused: string }): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    say(`${done}: ${text}`)
  } catch {
    say(refused, { bad: true })
  }
}
