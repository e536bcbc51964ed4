import { PassThrough, pipeline, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Files in a zip that is written as they are read. Whoever stops reading it stops them; one that fails breaks it off. */
type ZipEntry = { path: string; body: string | Readable }

/** Tables shrink tenfold at the first level already; the sixth takes three times as long for a fifth less. */
const compressionLevel = 1

export function zipped(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const sources: Readable[] = []
  for (const { path, body } of entries) {
    if (typeof body === 'string') {
      zip.addBuffer(Buffer.from(body), path, { compressionLevel })
      continue
    }
    // What fails while the file is on its way must not look like its end.
    body.once('error', error => out.destroy(error))
    sources.push(body)
    zip.addReadStream(body, path, { compressionLevel })
  }
  zip.end()
  pipeline(zip.outputStream, out, () => {
    for (const source of sources) source.destroy()
  })
  return out
}

/** Text as bytes, in pieces large enough to be worth passing on. */
export const streamOf = (pieces: AsyncIterable<string>): Readable => Readable.from(pieces, { objectMode: false })
