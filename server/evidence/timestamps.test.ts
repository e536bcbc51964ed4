import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { packageFiles, sealTokenFile } from '#shared/evidence/package-format.ts'
import { readStoredZip } from '#shared/evidence/stored-zip.ts'
import { readTimestampToken, timestampRequest } from '#shared/evidence/timestamp-token.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { testDatabase } from '../../test/database.ts'
import { buildReadCase } from '../../test/evidence-case.ts'
import { timestampAuthority } from '../../test/timestamp-authority.ts'
import { buildPackage, sealedZip } from './build-package.ts'
import { nodePrimitives, sha256 } from './node-primitives.ts'
import { sealJournal } from './seal-journal.ts'
import { stampSeals } from './stamp-seals.ts'
import { askForTimestamp } from './timestamps.ts'

const { db } = await testDatabase()
const authority = await timestampAuthority()
afterAll(authority.close)
const { timestamping, state, openssl } = authority
const data = Buffer.from('Вымышленное дело № 5-1/2026')
const digest = Buffer.from(sha256(data), 'hex')
const token = await askForTimestamp(data, digest, timestamping)
const build = (id: number) =>
  buildPackage(
    db,
    { id, case_number: '5-1/2026', court: 'Вымышленный районный суд', url: null, entry: null },
    { timestamping },
  )
const filesOf = (file: Uint8Array) => readStoredZip(file, 71, nodePrimitives.text).entries

describe('a timestamp of RFC 3161', () => {
  it('says when something was there at the latest, and who says so', async () => {
    const { madeAt, authority: name } = await readTimestampToken(token, data)
    expect(Math.abs(madeAt.getTime() - Date.now())).toBeLessThan(120_000)
    expect(name).toBe('authority')
  })

  it('is one that openssl verifies too', () => {
    openssl.write('one.tsr', token)
    openssl.write('one.txt', data)
    const said = openssl.run('ts', '-verify', '-in', 'one.tsr', '-data', 'one.txt', '-CAfile', 'authority.pem')
    expect(said.toString()).toContain('Verification: OK')
  })

  it('holds for nothing else, and not when what it signs is changed', async () => {
    await expect(readTimestampToken(token, Buffer.from('другое'))).rejects.toThrow('о других данных')
    const at = token.indexOf(digest)
    const changed = Buffer.from(token)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(readTimestampToken(changed, data)).rejects.toThrow()
    // Of the signature, which stands last.
    const unsigned = Buffer.from(token)
    unsigned[token.length - 1] = (unsigned[token.length - 1] ?? 0) ^ 1
    await expect(readTimestampToken(unsigned, data)).rejects.toThrow('подпись отметки времени не сходится')
    // The year.
    const year = token.indexOf(`${new Date().getUTCFullYear()}`, at, 'latin1')
    const older = Buffer.from(token)
    older.write('2019', year, 'latin1')
    await expect(readTimestampToken(older, data)).rejects.toThrow(/подпись|сертификат/)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        await expect(readTimestampToken(bytes, data)).rejects.toThrow('это не ответ службы времени')
      }),
    )
  })

  it('is not taken from an answer to another request, nor from a certificate that is not for it', async () => {
    await expect(readTimestampToken(token, data, Buffer.from('4142434445464748', 'hex'))).rejects.toThrow(
      'на другой запрос',
    )
    const server = await timestampAuthority()
    afterAll(server.close)
    server.openssl.certificate('other', 'extendedKeyUsage=serverAuth')
    server.openssl.write('data.txt', data)
    server.openssl.write('query.tsq', timestampRequest(digest, Buffer.from('4142', 'hex')))
    const signed = ['-signer', 'other.pem', '-inkey', 'other.key', '-nodetach', '-outform', 'DER']
    // What the authority has signed, signed by who may not.
    server.openssl.run('ts', '-reply', '-config', 'settings.cnf', '-queryfile', 'query.tsq', '-out', 'good.tsr')
    server.openssl.run('ts', '-reply', '-in', 'good.tsr', '-token_out', '-out', 'good.der')
    server.openssl.run('cms', '-verify', '-inform', 'DER', '-in', 'good.der', '-noverify', '-out', 'info.der')
    server.openssl.run(
      'cms',
      '-sign',
      '-binary',
      '-in',
      'info.der',
      ...signed,
      '-econtent_type',
      '1.2.840.113549.1.9.16.1.4',
      '-out',
      'bad.der',
    )
    const content = server.openssl.read('bad.der')
    const status = Buffer.from([0x30, 0x03, 0x02, 0x01, 0x00])
    const length = status.length + content.length
    const answer = Buffer.concat([Buffer.from([0x30, 0x82, length >> 8, length & 255]), status, content])
    await expect(readTimestampToken(answer, data)).rejects.toThrow('не для отметок времени')
  })
})

describe('a package', () => {
  it('has a timestamp of itself, and of the seal over its journal', async () => {
    const { id } = await buildReadCase(db)
    await sealJournal(db)
    await stampSeals(db, { timestamping })
    const before = state.answers
    await stampSeals(db, { timestamping })
    expect(state.answers).toBe(before)
    const { file, isStamped } = await build(id)
    expect(isStamped).toBe(true)
    const { isIntact, findings } = await verifyPackage(file, nodePrimitives)
    expect(findings.filter(({ ok }) => ok === false)).toEqual([])
    expect(isIntact).toBe(true)
    const said = findings.map(({ text }) => text).join('\n')
    expect(said).toMatch(/Пакет: существует не позже 2\S+\s\S+\sUTC, по отметке времени «authority»/)
    expect(said).toMatch(/Печать журнала № 1: существует не позже/)
  })

  it('whose manifest was changed after its timestamp fails, also with a checksum that fits', async () => {
    const { id } = await buildReadCase(db)
    const files = new Map(filesOf((await build(id)).file))
    const manifest = Buffer.from(files.get(packageFiles.manifest) ?? [])
    files.set(packageFiles.manifest, Buffer.from(manifest.toString().replace('5-1/2026', '5-2/2026')))
    const { findings } = await verifyPackage(sealedZip([...files]), nodePrimitives)
    expect(findings.filter(({ ok }) => ok === false).map(({ text }) => text)).toEqual([
      `Отметка времени ${packageFiles.manifestToken}: отметка времени — о других данных.`,
    ])
  })

  it('is given without where the authority does not answer, and says so; seals are stamped when it is back', async () => {
    const { id } = await buildReadCase(db)
    await sealJournal(db)
    state.isAway = true
    await expect(stampSeals(db, { timestamping })).rejects.toThrow('503')
    const { file, isStamped, fileHash, manifest, manifestHash } = await build(id)
    expect(isStamped).toBe(false)
    const [file_hash, manifest_hash] = [Buffer.from(fileHash, 'hex'), Buffer.from(manifestHash, 'hex')]
    await db
      .insertInto('evidence_package')
      .values({ case_id: id, size: file.length, file_hash, manifest_hash, manifest })
      .execute()
    expect((await verifyPackage(file, nodePrimitives)).isIntact).toBe(true)
    expect(nodePrimitives.text(filesOf(file).get(packageFiles.note) ?? new Uint8Array())).toContain(
      'Служба времени не ответила',
    )
    state.isAway = false
    await stampSeals(db, { timestamping })
    const [last] = await db.selectFrom('journal_seal').select('number').orderBy('number', 'desc').limit(1).execute()
    const later = await build(id)
    expect([...filesOf(later.file).keys()]).toContain(sealTokenFile(last?.number ?? 0))
    // So is the package that was given without: the next one has its manifest and timestamp.
    const { isIntact, findings } = await verifyPackage(later.file, nodePrimitives)
    expect({ isIntact, said: findings.map(({ text }) => text).join('\n') }).toEqual({
      isIntact: true,
      said: expect.stringMatching(/Опись прежнего пакета \(timestamps\/earlier-\d+\.json\): существует не позже/),
    })
    const changed = [...filesOf(later.file)].map(
      ([path, bytes]) =>
        [path, path.startsWith('timestamps/earlier') && path.endsWith('json') ? Buffer.from('{}') : bytes] as const,
    )
    const said = (await verifyPackage(sealedZip(changed), nodePrimitives)).findings.map(({ text }) => text).join('\n')
    expect(said).toContain('отметка времени — о других данных')
    const answers = state.answers
    await stampSeals(db, { timestamping })
    expect(state.answers).toBe(answers)
  })
})
