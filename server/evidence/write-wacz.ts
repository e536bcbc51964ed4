import { zipSync } from 'fflate'
import { waczFiles } from '#shared/evidence/verify-pages.ts'
import { sha256 } from './node-primitives.ts'
import type { Warc } from './write-warc.ts'

/** Wraps a WARC in WACZ 1.1.1, which viewers of web archives open. */
export function writeWacz({ file, places }: Warc, { madeAt, title }: { madeAt: Date; title: string }): Uint8Array {
  const index = places
    .map(({ url, date, mime, status, digest, offset, length }) => {
      const place = {
        url,
        mime: mime.split(';')[0],
        ...(status !== null && { status: String(status) }),
        digest: `sha256:${digest}`,
      }
      return `${getSurt(url)} ${date.toISOString().replaceAll(/\D/g, '').slice(0, 14)} ${JSON.stringify({ ...place, length: String(length), offset: String(offset), filename: 'data.warc.gz' })}`
    })
    .toSorted()
  const pages = [
    { format: 'json-pages-1.0', id: 'pages', title },
    ...places.map(({ url, date, digest }, at) => ({
      id: String(at + 1),
      url,
      ts: date.toISOString(),
      title: `SHA-256 ${digest}`,
    })),
  ]
  const files: [string, Buffer][] = [
    [waczFiles.warc, file],
    [waczFiles.index, lines(index)],
    [waczFiles.list, lines(pages.map(page => JSON.stringify(page)))],
  ]
  const description = Buffer.from(
    JSON.stringify({
      profile: 'data-package',
      wacz_version: '1.1.1',
      title,
      created: madeAt.toISOString(),
      software: 'Sudmonitor',
      resources: files.map(([path, bytes]) => ({
        name: path.split('/').at(-1),
        path,
        hash: `sha256:${sha256(bytes)}`,
        bytes: bytes.length,
      })),
    }),
  )
  const digest = Buffer.from(JSON.stringify({ path: waczFiles.description, hash: `sha256:${sha256(description)}` }))
  return storedZip([...files, [waczFiles.description, description], [waczFiles.descriptionDigest, digest]])
}

const lines = (all: readonly string[]): Buffer => Buffer.from(all.map(line => `${line}\n`).join(''))

/** No compression and a fixed date, so that equal files give identical archives. */
export const storedZip = (files: readonly (readonly [path: string, bytes: Uint8Array])[]): Uint8Array =>
  zipSync(Object.fromEntries(files), { level: 0, mtime: new Date(1980, 0, 1) })

/** The sort key of an address in archive indexes (SURT): the host reversed, the rest in lower case. */
function getSurt(address: string): string {
  const url = URL.parse(address)
  if (url === null) return address.replaceAll(' ', '%20')
  const { hostname, port, pathname, search } = url
  const turned = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',')
  return `${turned}${port && `:${port}`})${pathname}${search}`.toLowerCase().replaceAll(' ', '%20')
}
