import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { attestationsOf, blockRoot, type OtsTree, readOtsProof, writeOtsProof } from '#shared/evidence/ots-proof.ts'
import { sealProofFile } from '#shared/evidence/package-format.ts'
import { readStoredZip } from '#shared/evidence/stored-zip.ts'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { testDatabase } from '../../test/database.ts'
import { buildReadCase } from '../../test/evidence-case.ts'
import { listenLocally } from '../../test/local-port.ts'
import { buildPackage, sealedZip } from './build-package.ts'
import { nodePrimitives, sha256 } from './node-primitives.ts'
import { sealJournal } from './seal-journal.ts'
import { stampSeals } from './stamp-seals.ts'

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const magic = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294'
/** As the documentation of the JavaScript client shows one: a promise of a calendar. */
const documented = bytes(
  `${magic}010805c4f616a8e5310d19d938cfd769864d7f4ccdc2ca8b479b10af83564b097af9f010e754bf93806a7ebaa680ef7bd0114bf408f010b573e8850cfd9e63d1f043fbb6fc250e08f10457cfa5c4f0086fb1ac8d4e4eb0e70083dfe30d2ef90c8e2e2d68747470733a2f2f616c6963652e6274632e63616c656e6461722e6f70656e74696d657374616d70732e6f7267`,
)

describe('a proof of OpenTimestamps', () => {
  it('is read as others write it', () => {
    const proof = readOtsProof(documented)
    expect(Buffer.from(proof.digest).toString('hex')).toBe(
      '05c4f616a8e5310d19d938cfd769864d7f4ccdc2ca8b479b10af83564b097af9',
    )
    expect(attestationsOf(proof, nodePrimitives)).toMatchObject([
      { calendar: 'https://alice.btc.calendar.opentimestamps.org' },
    ])
    expect(Buffer.from(writeOtsProof(proof))).toEqual(documented)
  })

  it('is written and read alike, whatever its tree', () => {
    const data = fc.uint8Array({ minLength: 1, maxLength: 200 })
    const { tree } = fc.letrec<{ tree: OtsTree; branch: OtsTree[number] }>(tie => ({
      tree: fc.array(tie('branch'), { minLength: 1, maxLength: 3, depthIdentifier: 'tree' }),
      branch: fc.oneof(
        { depthSize: 'small', withCrossShrink: true, depthIdentifier: 'tree' },
        fc.record({ tag: fc.constantFrom('83dfe30d2ef90c8e', '0588960d73d71901', 'ab'.repeat(8)), payload: data }),
        fc.record({ op: fc.constantFrom(0xf0, 0xf1), data, next: tie('tree') }),
        fc.record({ op: fc.constant(0x08), next: tie('tree') }),
      ),
    }))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), tree, (digest, given) => {
        const written = writeOtsProof({ digest, tree: given })
        const proof = readOtsProof(written)
        expect(proof).toEqual({ digest, tree: given })
        expect(writeOtsProof(proof)).toEqual(written)
        expect(() => readOtsProof(written.subarray(0, -1))).toThrow('OpenTimestamps')
        expect(() => readOtsProof(Uint8Array.from([...written, 0]))).toThrow('OpenTimestamps')
      }),
    )
  })

  it('that is none is refused in a sentence, however it is nested', () => {
    fc.assert(fc.property(fc.uint8Array(), given => void expect(() => readOtsProof(given)).toThrow('OpenTimestamps')))
    const deep = bytes(`${magic}0108${'00'.repeat(32)}${'08'.repeat(100_000)}`)
    expect(() => readOtsProof(deep)).toThrow('OpenTimestamps')
  })
})

describe('seals with a calendar', async () => {
  const { db } = await testDatabase()
  const state = { isInBlock: false, asked: 0, address: '' }
  const server = createServer(async (request, answer) => {
    state.asked += 1
    const varbytes = (data: Buffer): Buffer => Buffer.concat([Buffer.from([data.length]), data])
    const promise = Buffer.concat([
      bytes('f00411223344080083dfe30d2ef90c8e'),
      varbytes(varbytes(Buffer.from(state.address))),
    ])
    if (request.url === '/digest' && (await buffer(request)).length === 32) return answer.end(promise)
    if (!/^\/timestamp\/[0-9a-f]{64}$/.test(request.url ?? '') || !state.isInBlock) return answer.writeHead(404).end()
    answer.end(bytes('f1025566080005' + '88960d73d7190103d0f033'))
  })
  afterAll(() => server.close())
  const port = await listenLocally(server)
  state.address = `http://127.0.0.1:${port}`
  const calendar = { url: state.address, guard: { allowed: ['127.0.0.0/8'] } }
  const build = async (id: number) =>
    (
      await buildPackage(
        db,
        { id, case_number: '5-1/2026', court: 'Вымышленный районный суд', url: null, entry: null },
        {},
      )
    ).file
  const said = async (file: Uint8Array): Promise<string> =>
    (await verifyPackage(file, nodePrimitives)).findings.map(({ text }) => text).join('\n')

  it('have its promise, then the block that has them, and each package says which', async () => {
    const { id } = await buildReadCase(db)
    await sealJournal(db)
    await stampSeals(db, { calendar })
    const promised = await build(id)
    expect((await verifyPackage(promised, nodePrimitives)).isIntact).toBe(true)
    expect(await said(promised)).toContain('ещё не в блоке: обещано календарём')
    await stampSeals(db, { calendar })
    expect(await said(await build(id))).toContain('ещё не в блоке')

    state.isInBlock = true
    await stampSeals(db, { calendar })
    const file = await build(id)
    const [seal] = await db.selectFrom('journal_seal').select('hash').execute()
    const commitment = bytes(sha256(Buffer.concat([seal?.hash ?? Buffer.alloc(0), bytes('11223344')])))
    const root = bytes(sha256(Buffer.concat([bytes('5566'), commitment])))
    expect(await said(file)).toContain(`блок биткойна 850000, корень Меркла которого должен быть ${blockRoot(root)}`)
    const { asked } = state
    await stampSeals(db, { calendar })
    expect(state.asked).toBe(asked)
  })

  it('whose proof is of another seal fail', async () => {
    const { id } = await buildReadCase(db)
    await sealJournal(db)
    await stampSeals(db, { calendar })
    const files = new Map(readStoredZip(await build(id), 71, nodePrimitives.text).entries)
    const path = [...files.keys()].find(name => name.endsWith('.ots')) ?? sealProofFile(0)
    const proof = Buffer.from(files.get(path) ?? [])
    proof[40] = (proof[40] ?? 0) ^ 1
    files.set(path, proof)
    expect(await said(sealedZip([...files]))).toContain('доказательство — о другой печати')
  })
})
