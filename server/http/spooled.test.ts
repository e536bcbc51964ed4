import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { clearFolder, temporaryFolder } from '../../test/temporary-folder.ts'
import { spooled } from './downloads.ts'

const folder = temporaryFolder()
afterAll(() => clearFolder(folder))

/** Open files of this process that have no name any more. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter(fd => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  }).length

describe.runIf(process.platform === 'linux')('the file behind a download is closed', () => {
  it('when it has been read', async () => {
    const body = await spooled(Readable.from([Buffer.from('а'), Buffer.from('б')]), folder, new AbortController())
    expect(openFiles()).toBe(1)
    expect(String(await buffer(body))).toBe('аб')
    await expect.poll(openFiles).toBe(0)
  })
  it('when its reader leaves before it is read, and its source ends', async () => {
    const source = new Readable({ read: () => undefined })
    const stopping = new AbortController()
    const body = await spooled(source, folder, stopping)
    body.destroy()
    await once(body, 'close')
    await expect.poll(openFiles).toBe(0)
    expect([source.destroyed, stopping.signal.aborted]).toEqual([true, true])
  })
})
