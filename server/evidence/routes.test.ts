import { describe, expect, it } from 'vitest'
import { verifyPackage } from '#shared/evidence/verify-package.ts'
import { testApp } from '../../test/app.ts'
import { buildReadCase } from '../../test/evidence-case.ts'
import { buildAccount, buildCase } from '../../test/factories.ts'
import { openSession } from '../accounts/sessions.ts'
import { nodePrimitives, sha256 } from './node-primitives.ts'
import { shownPage } from './shown-page.ts'

const { app, db, as, guest } = await testApp({ verifierPath: import.meta.filename })
const account = await buildAccount(db, { regions: [77] })
const member = await as(account)
const ofPetersburg = await as(await buildAccount(db, { regions: [78] }))
const read = await buildReadCase(db)
const token = await openSession(db, account.id)
const download = (path: string) => app.inject({ url: `/api/v1/${path}`, headers: { authorization: `Bearer ${token}` } })

describe('evidence of a case', () => {
  it('is a file whose SHA-256 is told with it and kept, so that it can be told again', async () => {
    const answer = await download(`cases/${read.id}/evidence/`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/zip')
    const file = answer.rawPayload
    expect((await verifyPackage(file, nodePrimitives)).isIntact).toBe(true)
    expect(answer.headers['x-evidence-sha256']).toBe(sha256(file))
    const one = (await download(`cases/${read.id}/evidence/?entry=1`)).rawPayload
    expect((await member(`cases/${read.id}/evidence/packages/`)).body).toMatchObject({
      count: 2,
      results: [
        { entry: 1, sha256: sha256(one), size: one.length },
        { entry: null, sha256: sha256(file), size: file.length },
      ],
    })
  })

  it.each([
    ['?entry=7', 404, 'Такой записи в журнале дела нет.'],
    ['?entry=-1', 400, 'Номер записи журнала — целое число от 0.'],
    ['?entry=x', 400, 'Номер записи журнала — целое число от 0.'],
  ])('answers %s with %i and a sentence', async (query, status, sentence) => {
    const answer = await member(`cases/${read.id}/evidence/${query}`)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(sentence)
  })

  it('is nobody’s whose regions do not have the case (§6)', async () => {
    for (const path of ['evidence/', 'evidence/?entry=0', 'evidence/packages/', `pages/${read.first.hash}/`])
      expect(await ofPetersburg(`cases/${read.id}/${path}`)).toMatchObject({
        status: 404,
        body: { detail: 'Дело не найдено.' },
      })
  })

  it('is verified by a page that anybody may have, which loads nothing', async () => {
    const { status, headers } = await guest('evidence/verifier/')
    expect(status).toBe(200)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'unsafe-inline'; style-src/)
  })
})

describe('a kept page', () => {
  it('is shown of a case that was read from it, and of no other', async () => {
    const { status, headers, text } = await member(`cases/${read.id}/pages/${read.first.hash}/`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(text).toContain('<h1>Дело № 5-1/2026</h1>')
    expect(text).toContain(`SHA-256: ${read.first.hash}`)
    const other = await buildReadCase(db)
    for (const id of [other.id, await buildCase(db)])
      expect((await member(`cases/${id}/pages/${read.first.hash}/`)).status).toBe(404)
    expect((await member(`cases/${read.id}/pages/abc/`)).status).toBe(404)
  })

  const shown = (body: string | Buffer, content_type = 'text/html; charset=utf-8'): string =>
    shownPage(
      { url: 'https://vymysel.sudrf.ru/?a=1&b="<', body: Buffer.from(body), content_type, fetched_at: new Date() },
      'ab',
    )

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="https://example.org">x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<form action="https://example.org"><button formaction="https://example.org">x</button></form>',
    '<iframe src="https://example.org"></iframe>',
    '<meta http-equiv="refresh" content="0;url=https://example.org">',
    '<base href="https://example.org">',
    '<link rel="dns-prefetch" href="https://example.org">',
    '<table background="https://example.org"><td>x</table>',
    '<p style="position:fixed;background:url(https://example.org)">x</p>',
    '<style>#about{display:none}@import "https://example.org"</style>',
    '<svg><a xlink:href="https://example.org">x</a></svg>',
    '<video poster="https://example.org" src=x></video>',
    '<object data="https://example.org"></object>',
    '<p id="about">x</p>',
    '<noscript><img src="https://example.org"></noscript>',
    '<scr<script></script>ipt>alert(1)</script>',
    '<input type="image" src="https://example.org">',
  ])('has nothing that runs, loads, leads anywhere or hides what it is: %s', body => {
    const [, content = ''] = shown(`<p>до</p>${body}<p>после</p>`).split('</p>\n')
    expect(content).toContain('<p>до</p>')
    expect(content).not.toMatch(/<(?!\/)[^>]*(?:href|src|action|style|on\w+|poster|data|background|id|content)\s*=/i)
    expect(content).not.toMatch(/<(?:script|style|meta|base|link|iframe|object|svg|video)\b/i)
  })

  it('keeps its tables, in the letters that it was written in', () => {
    const letters = Buffer.from([0xc4, 0xe5, 0xeb, 0xee])
    const page = Buffer.concat([
      Buffer.from('<table><tr><td colspan="2" class="x">'),
      letters,
      Buffer.from('</td></tr></table>'),
    ])
    expect(shown(page, 'text/html; charset=windows-1251')).toContain('<td colspan="2">Дело</td>')
  })

  it('that is a file is not shown, and says what it is', () =>
    expect(shown(Buffer.from('%PDF-1.7 <p>x'), 'application/pdf')).toContain(
      'Это не страница, а файл (application/pdf, 13 байт)',
    ))

  it('of a tree too deep to build is shown as its source', () =>
    expect(shown('<div>'.repeat(5_000))).toContain('<pre>&lt;div&gt;'))
})
