import { describe, expect, it } from 'vitest'
import { localPath } from './local-path.ts'

describe('the path to return to after signing in (§2)', () => {
  it.each([
    '/',
    '/cases/15',
    '/?type=1&ordering=-entry_date',
    '/?result_text_search=a%5Cb%2F%2Fc',
    '/favorites#main',
    '/cases/text/7?result_text_search=%D0%BF%D0%B8%D0%BA%D0%B5%D1%82',
  ])('%s is of this site', path => expect(localPath(path)).toBe(path))

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%5Cevil.example',
    '/%5cevil.example',
    '/%2Fevil.example',
    '/%252Fevil.example',
    '/%25255Cevil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/\n/evil.example',
    '/?x=\n//evil.example',
    '/%zz',
    'https://evil.example/',
    'evil.example',
    'javascript:alert(1)',
    ' /cases/1',
    '',
    undefined,
    null,
    ['/cases/1'],
    '/%2f%2fevil.example',
    '%2f%2fevil.example',
    '/%5c%5cevil.example',
    '/cases/..%2f..%2f/evil.example\t',
    '/login',
    '/login/',
    '/LOGIN',
    '/login?next=%2Flogin%3Fnext%3D%2F',
    '/signup',
    '/login?next=/',
    '/%6Cogin',
  ])('%j is refused', path => expect(localPath(path)).toBeUndefined())
})
