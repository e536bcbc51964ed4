import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { sealJournal } from '../../server/evidence/seal-journal.ts'
import { stampSeals } from '../../server/evidence/stamp-seals.ts'
import { buildReadCase } from '../evidence-case.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { timestampAuthority } from '../timestamp-authority.ts'
import { openWorld, sessionOf } from './world.ts'

const authority = await timestampAuthority()
afterAll(authority.close)
const { db, open, origin } = await openWorld({ timestamping: authority.timestamping })
const storageState = await sessionOf(origin)
const read = await buildReadCase(db)
await sealJournal(db)
await stampSeals(db, authority)
const folder = temporaryFolder()
const verifier = join(import.meta.dirname, '../../dist/verifier.html')

const verified = async (page: Page, file: string): Promise<string[]> => {
  await page.locator('#file').setInputFiles(file)
  await expect.poll(() => page.locator('#verdict').textContent()).toMatch(/^(Пакет|Это)/)
  return page.locator('#findings li').allTextContents()
}

describe('evidence', () => {
  it('is downloaded from the page of a case, and verified by its own page without the product', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto(`/cases/${read.id}`)
    await page.getByRole('button', { name: 'Доказательство', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Скачать пакет' }).click()
    const path = join(folder, 'package.zip')
    await (await download).saveAs(path)
    const hash = await page.locator('code').first().textContent()
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(troubles).toEqual([])

    if (!existsSync(verifier)) throw new Error('Build the web first: npm run build')
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.goto(pathToFileURL(verifier).href)
    await page.locator('#expected').fill(hash ?? '')
    const findings = await verified(page, path)
    expect(await page.locator('#verdict').textContent()).toBe('Пакет цел')
    expect(findings[0]).toBe('SHA-256 файла — тот, который вам назвали.')
    expect(findings.join('\n')).toMatch(/Пакет: существует не позже .+, по отметке времени «authority»/)
    expect(findings.join('\n')).toMatch(/Печать журнала № \d+: существует не позже/)

    const bytes = readFileSync(path)
    const at = bytes.indexOf('Судьина')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    const changed = join(folder, 'changed.zip')
    writeFileSync(changed, bytes)
    await page.locator('#expected').fill('')
    const faults = (await verified(page, changed)).join('\n')
    expect(await page.locator('#verdict').textContent()).toBe('Пакет изменён или повреждён')
    expect(faults).toContain('Файл «journal.json» изменён')
    expect(asked.filter(url => !url.startsWith('file:'))).toEqual([])
  })

  it('has pages that can be looked at: they ask for nothing and run nothing', async () => {
    const { page, troubles } = await open({ storageState })
    await page.goto(`/cases/${read.id}`)
    const outside: string[] = []
    page.on('request', request => void (request.url().startsWith(origin) || outside.push(request.url())))
    await page.getByRole('button', { name: /^страница / }).click()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Дело № 5-1/2026' }).waitFor()
    expect(await frame.getByText('Сохранённая копия, а не сайт суда').count()).toBe(1)
    expect(await frame.locator('a, script, img, form').count()).toBe(0)
    expect(outside).toEqual([])
    expect(troubles).toEqual([])
  })
})
