import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that is on PATH; undefined when none is. */
export const programOnPath = (names: readonly string[], path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .flatMap(folder => names.map(name => join(folder, name)))
    .find(isExecutable)

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
