import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** A folder in which `openssl` makes certificates and timestamps for a test; `run` returns its output. */
export function opensslFolder() {
  const folder = temporaryFolder()
  const path = (name: string): string => join(folder, name)
  const run = (...args: readonly string[]): Buffer => {
    try {
      return execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        throw new Error('This test needs the command `openssl` (Debian: apt-get install openssl).')
      throw error
    }
  }
  /** A self-signed certificate with a P-256 key. */
  const certificate = (name: string, usage: string): { key: string; cert: string } => {
    const files = ['-keyout', `${name}.key`, '-out', `${name}.pem`]
    const subject = ['-subj', `/CN=${name}`, '-addext', usage]
    run(
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...files,
      ...subject,
    )
    return { key: readFileSync(path(`${name}.key`), 'utf8'), cert: readFileSync(path(`${name}.pem`), 'utf8') }
  }
  return {
    run,
    certificate,
    write: (name: string, content: string | Uint8Array): void => writeFileSync(path(name), content),
    read: (name: string): Buffer => readFileSync(path(name)),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  }
}
