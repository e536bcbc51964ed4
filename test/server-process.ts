import { onTestFinished } from 'vitest'
import { type Program, serverAddress, startProgram } from './programs.ts'

/** A program that is stopped after the test. */
export function command(...args: Parameters<typeof startProgram>): Program {
  const program = startProgram(...args)
  onTestFinished(() => void program.child.kill('SIGKILL'))
  return program
}

export const run = (...args: Parameters<typeof command>) => command(...args).ended

/** Starts a server and waits for its address. */
export async function startServer(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Program & { address: string }> {
  const running = command(dataDir, ['serve'], environment)
  return { ...running, address: await serverAddress(running) }
}
