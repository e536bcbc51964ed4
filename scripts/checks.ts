/** Checks of a script, told line by line and counted: the last line is `N passed, N failed`, as .ci/run reads it. */
const counted = { passed: 0, failed: 0 }

export function tellCheck(isRight: boolean, said: string): void {
  counted[isRight ? 'passed' : 'failed'] += 1
  console.log(`${isRight ? '  ok' : 'FAIL'}  ${said}`)
}

export function endChecks(): void {
  console.log(`${counted.passed} passed, ${counted.failed} failed`)
  process.exitCode = counted.failed === 0 ? 0 : 1
}

/** The folder that a script is given; without one it says what the folder has to hold. */
export function folderGiven(holds: string): string {
  const [, script = '', folder] = process.argv
  if (folder !== undefined) return folder
  console.error(`Usage: node ${script} FOLDER (the folder that holds ${holds})`)
  process.exit(2)
}
