export type CommandOutput = { write(text: string): unknown; isTTY?: boolean }

const redrawEvery = 200
const logEvery = 5_000

/** Progress of a command: one updated line on a terminal, elsewhere a line from time to time. */
export function progressLine(stderr: CommandOutput) {
  const began = performance.now()
  let last = began
  let isDrawn = false
  return {
    /** `words`: the text for the milliseconds passed. */
    show: (words: (passed: number) => string): void => {
      const now = performance.now()
      if (now - last < (stderr.isTTY ? redrawEvery : logEvery)) return
      last = now
      const line = words(now - began)
      stderr.write(stderr.isTTY ? `\r${line}\u001b[K` : `${line}\n`)
      isDrawn = true
    },
    end: (): void => {
      if (stderr.isTTY && isDrawn) stderr.write('\r\u001b[K')
      isDrawn = false
    },
    passed: (): number => performance.now() - began,
  }
}
